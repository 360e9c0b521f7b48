"""Pairing people who are looking for opponents."""
