"""Lessons, puzzles and the daily puzzle."""
