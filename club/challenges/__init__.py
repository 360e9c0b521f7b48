"""Challenges, rematches and the pool, up to the start of the match."""
