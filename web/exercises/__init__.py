"""Lessons and puzzles on a board."""
