"""Lessons and puzzles in words and pictures."""
