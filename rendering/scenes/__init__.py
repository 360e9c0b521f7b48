"""Scenes to draw, and the parts of their pictures common to all games."""
