"""What a member sets for themselves, and help."""
