"""Matches in words and pictures: players, turns, clocks, offers and results."""
