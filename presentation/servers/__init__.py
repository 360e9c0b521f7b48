"""Settings and their changes in words."""
