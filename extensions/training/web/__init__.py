"""Lessons and puzzles on the web, and what they add to other pages."""

from __future__ import annotations

from extensions.training.web import daily, lessons, practice, puzzles

__all__ = ["daily", "lessons", "practice", "puzzles"]
