"""A board as a row of marks, rotated or mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Turn = Callable[[str], str]
"""A function that returns the target of a cell."""

EMPTY = "."


def turned(cells: Iterable[str], marks: Mapping[str, str], turn: Turn) -> tuple[str, ...]:
    """Return the marks of all cells in order, each moved to its target."""
    moved = {turn(cell): mark for cell, mark in marks.items()}
    return tuple(moved.get(cell, EMPTY) for cell in cells)


def owned(own: Iterable[str], other: Iterable[str]) -> dict[str, str]:
    """Return the marks of the mover's and the other side's stones."""
    return {**dict.fromkeys(own, "M"), **dict.fromkeys(other, "O")}
