"""Challenges and searches in the pool."""
