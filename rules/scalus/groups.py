"""The groups of Scalus: their stones, where these go, and the stones that may be the pivot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.position import Move
from rules.scalus.board import (
    CROSS,
    LINE,
    NO_PIVOT,
    REACHING,
    RECTANGLE,
    Cell,
    ends_of,
    name_of,
)


@dataclass(frozen=True, slots=True)
class Group:
    """The points of a line, a rectangle, a cross or a triangle of stones.

    `first` and `last` are its first stone and its other end or corner (see `rules.scalus.board`).
    `step` is the distance of neighbours: 1 in a dense group, 2 in a spaced one, 3 in a pair or
    square that contracts without a pivot.
    """

    kind: str
    first: Cell
    last: Cell
    step: int

    def stones(self) -> list[Cell]:
        """The points of the group."""
        (left, low), (right, high) = self.first, self.last
        step = self.step
        if self.kind == RECTANGLE:
            return [
                (file, rank)
                for file in range(left, right + 1, step)
                for rank in range(low, high + 1, step)
            ]
        across, up = _sign(right - left), _sign(high - low)
        length = max(abs(right - left), abs(high - low))
        ways = range(0, length + 1, step)
        if self.kind == LINE:
            return [(left + way * across, low + way * up) for way in ways]
        if self.kind == CROSS:
            arms = [(left + way * x, low + way * y) for way in ways[1:] for x, y in _ARMS]
            return [self.first, *arms]
        return [(left + x * across, low + y * up) for x in ways for y in ways if x + y <= length]

    def ends(self) -> list[Cell]:
        """The ends or corners that name the group, in the order of its text."""
        return ends_of(self.kind, self.first, self.last)

    def box(self) -> list[Cell]:
        """Return the points of the dense group with the same outline."""
        return Group(self.kind, self.first, self.last, 1).stones()

    def destinations(self, pivot: Cell | None) -> list[Cell]:
        """Return where each stone goes, possibly off the board, in the order of `stones`."""
        stones = self.stones()
        if pivot is None:
            outwards = 1 if self.step == 1 else -1
            across, up = self.first[0] + self.last[0], self.first[1] + self.last[1]
            return [
                (file + outwards * _sign(2 * file - across), rank + outwards * _sign(2 * rank - up))
                for file, rank in stones
            ]
        return [_scaled(stone, pivot, self.step) for stone in stones]

    def scaled(self, pivot: Cell) -> Group:
        """Return the group after it is scaled with a pivot."""
        first, last = (_scaled(cell, pivot, self.step) for cell in (self.first, self.last))
        return Group(self.kind, first, last, 3 - self.step)

    def pivots(self) -> list[Cell | None]:
        """Return the possible pivots, including None for scaling without one."""
        stones = self.stones()
        pivots: list[Cell | None] = []
        if self.step != 3:
            pivots += stones
        if self.step != 2 and len(stones) == {LINE: 2, RECTANGLE: 4}.get(self.kind):
            pivots.append(None)
        return pivots


_ARMS = ((-1, 0), (0, -1), (1, 0), (0, 1))


class Scaling(NamedTuple):
    """A group move."""

    group: Group
    pivot: Cell | None
    stones: int
    """The points of the group."""
    destinations: int


def steps_of(group: Group, pivot: Cell | None) -> Move:
    """The steps of a group move: `("e4", "line to e7", "(e4)")`."""
    last = f"{group.kind}{REACHING}{name_of(group.last)}"
    return name_of(group.first), last, NO_PIVOT if pivot is None else f"({name_of(pivot)})"


def _scaled(stone: Cell, pivot: Cell, step: int) -> Cell:
    (file, rank), (across, up) = stone, pivot
    if step == 1:
        return 2 * file - across, 2 * rank - up
    return (file + across) // 2, (rank + up) // 2


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
