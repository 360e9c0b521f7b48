"""Tables of people and servers."""
