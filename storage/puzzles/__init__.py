"""Attempts at puzzles, their ratings, and daily puzzles."""
