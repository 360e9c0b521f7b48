"""The groups of Scalus and how they are scaled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from rules.position import Move
from rules.scalus.board import (
    FILE,
    RANK,
    Cell,
    cell_named,
    is_on_board,
    name_of,
)
from rules.scalus.numbering import (
    NO_PIVOT,
    REACHING,
    RECTANGLE,
)


@dataclass(frozen=True, slots=True)
class Group:
    """The points of a line or a rectangle of stones.

    `first` and `last` are the ends of a line in canonical order, or the lower left and the upper
    right corner of a rectangle. `step` is the distance of neighbours: 1 in a dense group, 2 in a
    spaced one, 3 in a pair or square that contracts without a pivot.
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
        return [(left + way * across, low + way * up) for way in range(0, length + 1, step)]

    def box(self) -> list[Cell]:
        """Return the points of the group and all between them, in a line or a rectangle."""
        return Group(self.kind, self.first, self.last, 1).stones()

    def destination(self, stone: Cell, pivot: Cell | None) -> Cell:
        """Return where a stone goes, possibly off the board."""
        file, rank = stone
        if pivot is None:
            outwards = 1 if self.step == 1 else -1
            across = 2 * file - self.first[0] - self.last[0]
            up = 2 * rank - self.first[1] - self.last[1]
            return file + outwards * _sign(across), rank + outwards * _sign(up)
        if self.step == 1:
            return 2 * file - pivot[0], 2 * rank - pivot[1]
        return (file + pivot[0]) // 2, (rank + pivot[1]) // 2

    def pivots(self) -> list[Cell | None]:
        """Return the possible pivots, including None for scaling without one."""
        stones = self.stones()
        pivots: list[Cell | None] = []
        if self.step != 3:
            pivots += stones
        if self.step != 2 and len(stones) == (4 if self.kind == RECTANGLE else 2):
            pivots.append(None)
        return pivots


@dataclass(frozen=True, slots=True)
class Scaling:
    """A group move, legal if no own stone is on a blocker."""

    move: Move
    group: Group
    pivot: Cell | None
    stones: int
    """The points of the group."""
    destinations: int
    blockers: int


def steps_of(group: Group, pivot: Cell | None) -> Move:
    """The steps of a group move: `("e4", "line to e7", "(e4)")`."""
    last = f"{group.kind}{REACHING}{name_of(group.last)}"
    return name_of(group.first), last, NO_PIVOT if pivot is None else f"({name_of(pivot)})"


def scalings(group: Group, pivots: Iterable[Cell | None]) -> Iterator[Scaling]:
    """Return the scalings of a group about these pivots that stay on the board."""
    cells = group.stones()
    stones = _set_of(cells)
    box = _set_of(group.box()) if group.step > 1 else 0
    for pivot in pivots:
        # All points between two points of the board are on it.
        ends = group.destination(group.first, pivot), group.destination(group.last, pivot)
        if not all(map(is_on_board, ends)):
            continue
        destinations = _set_of([group.destination(cell, pivot) for cell in cells])
        # rules: scalus, "Group move": an expansion jumps over everything, a contraction only over
        # enemies. The destinations of a contraction are within its box.
        blockers = (box or destinations) & ~stones
        yield Scaling(steps_of(group, pivot), group, pivot, stones, destinations, blockers)


def scaling_of(move: Move, own: int) -> Scaling:
    """Return a legal group move of the side with these stones."""
    # If the dense group exists, the spaced one with the same ends has friends inside.
    return next(scaling for scaling in _scalings_named(move) if not scaling.stones & ~own)


@cache
def _scalings_named(move: Move) -> tuple[Scaling, ...]:
    """The scalings of the dense group, the spaced one, and that with gaps of 3, if they exist."""
    kind, _, last = move[1].partition(REACHING)
    ends = cell_named(move[0]), cell_named(last)
    across, up = (abs(one - other) for one, other in zip(*ends, strict=True))
    groups = [Group(kind, *ends, step) for step in (1, 2, 3) if across % step == up % step == 0]
    pivot = None if move[2] == NO_PIVOT else cell_named(move[2].strip("()"))
    return tuple(
        scaling
        for group in groups
        if pivot in group.pivots()
        for scaling in scalings(group, (pivot,))
    )


def _set_of(cells: Iterable[Cell]) -> int:
    return sum([1 << (file - 1) * FILE + (rank - 1) * RANK for file, rank in cells])


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
