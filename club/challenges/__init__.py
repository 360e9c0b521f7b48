"""Challenges and rematches, up to the start of the match."""
