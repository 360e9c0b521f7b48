"""A board as a row of marks, turned or seen in a mirror."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Turn = Callable[[str], str]
"""Where a cell comes to lie."""

EMPTY = "."


def turned(cells: Iterable[str], marks: Mapping[str, str], turn: Turn) -> tuple[str, ...]:
    """The marks of all cells in order, each mark where its cell comes to lie."""
    moved = {turn(cell): mark for cell, mark in marks.items()}
    return tuple(moved.get(cell, EMPTY) for cell in cells)


def owned(own: Iterable[str], other: Iterable[str]) -> dict[str, str]:
    """The marks of the stones of the mover and of the other side."""
    return {**dict.fromkeys(own, "M"), **dict.fromkeys(other, "O")}
