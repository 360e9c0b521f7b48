"""Rules, lessons and puzzles in words and pictures."""
