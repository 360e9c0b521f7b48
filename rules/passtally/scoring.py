"""The points for the passes of a turn in Passtally."""

from __future__ import annotations

from bisect import bisect_right

WINNING_SCORE = 50
"""The score that makes the round the last (rules: passtally, "End")."""

MIN_PASSES = (1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56)
"""Minimum passes for each of `VICTORY_POINTS`."""

VICTORY_POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15)


def points(passes: int) -> int:
    """Return the victory points for the passes of one turn (rules: passtally, "Turn")."""
    return VICTORY_POINTS[bisect_right(MIN_PASSES, passes)]
