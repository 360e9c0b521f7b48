"""Lessons and rules of games in words and pictures."""
