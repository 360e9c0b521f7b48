"""Puzzles: selection, ratings and daily puzzles."""
