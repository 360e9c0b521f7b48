"""Pages and words of matches and challenges."""
