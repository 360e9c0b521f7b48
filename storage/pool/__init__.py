"""Queries about the pool of people who look for opponents."""
