"""Pairings of rounds and their seats."""
