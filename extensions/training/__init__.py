"""Lessons, puzzles, and the daily puzzle of a server."""
