"""Challenges, rematches and the pool."""
