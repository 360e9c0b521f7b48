"""Stored data and signed-in browsers in words."""
