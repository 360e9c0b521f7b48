"""Studying matches: notes, lines, conditional moves, Explore, usual moves, reviews, guessing."""
