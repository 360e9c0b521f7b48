"""A moment of a match as it is to be shown, and what the games share in showing it."""
