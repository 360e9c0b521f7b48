"""Challenges, from being made to the match that begins, and rematches."""
