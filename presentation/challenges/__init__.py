"""Challenges and the pool in words."""
