"""Queries about the pool of people looking for opponents."""
