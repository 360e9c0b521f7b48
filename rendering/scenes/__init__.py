"""Scenes: moments of a match to be shown, and what the games share in showing them."""
