"""Pages of matches and challenges."""
