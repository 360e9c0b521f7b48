"""What a player does in a running match, in words."""
