"""What the passes of a turn are worth in Passtally."""

from __future__ import annotations

from bisect import bisect_right

WINNING_SCORE = 50
"""From so many points on the round is the last (rules: passtally, "End")."""

LEAST_PASSES = (1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56)
"""From how many passes on the score board gives the next of `VICTORY_POINTS`."""

VICTORY_POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15)


def points(passes: int) -> int:
    """The victory points for the passes of one turn (rules: passtally, "Turn")."""
    return VICTORY_POINTS[bisect_right(LEAST_PASSES, passes)]
