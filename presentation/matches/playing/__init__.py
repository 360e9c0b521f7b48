"""A player's actions in a running match, in words."""
