"""Ratings, and statistics of matches."""
