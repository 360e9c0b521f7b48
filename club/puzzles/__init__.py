"""Puzzles: which one somebody is given, what their tries do to ratings, and the one of each day."""
