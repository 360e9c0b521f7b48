"""Challenges in words."""
