"""Ratings: what counts, what it changes, and who stands where."""
