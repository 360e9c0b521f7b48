"""Studies in words and pictures."""
