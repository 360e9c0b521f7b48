"""The life of a match, from its start to its end."""
