"""Reading and writing rows of studies."""

from __future__ import annotations

from extensions.study.storage import (
    conditional_moves,
    guessing,
    kept_lines,
    notes,
    positions,
    reviews,
)

__all__ = ["conditional_moves", "guessing", "kept_lines", "notes", "positions", "reviews"]
