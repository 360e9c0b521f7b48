"""Rules, lessons, puzzles and the daily puzzle."""
