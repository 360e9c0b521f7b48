"""Ratings in whole points, as displayed."""

from __future__ import annotations

from math import floor


def whole_points(rating: float) -> int:
    """Round a rating to whole points, halves up.

    `round` takes halves to the even neighbour, so no threshold would separate two ratings that are
    shown differently.
    """
    return floor(rating + 0.5)


def next_points(rating: float) -> float:
    """Return the lowest rating that is shown as more points than this one."""
    return whole_points(rating) + 0.5
