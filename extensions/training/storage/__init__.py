"""The tables of lessons, puzzles and daily puzzles."""

from __future__ import annotations

from extensions.training.storage import daily, lessons, puzzles

__all__ = ["daily", "lessons", "puzzles"]
