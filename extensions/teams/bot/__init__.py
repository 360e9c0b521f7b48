"""Votes and channel matches on Discord."""
