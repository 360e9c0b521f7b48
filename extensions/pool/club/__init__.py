"""Searches for opponents, and their pairing."""
