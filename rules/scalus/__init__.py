"""Scalus, of lines and rectangles that grow and shrink. Its own room is `groups`, with these."""
