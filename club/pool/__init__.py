"""Pairing people who look for opponents."""
