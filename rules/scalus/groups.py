"""The group moves of Scalus: which groups a set of stones holds, and their scalings.

Whether a group move is legal depends on the mover's own stones alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.position import Move
from rules.scalus.board import (
    BITS,
    FILE,
    NAMES,
    RANK,
    RANKS,
    Cell,
    cell_named,
    is_on_board,
    name_of,
)

LINE = "line"
RECTANGLE = "rectangle"
REACHING = " to "
"""Between the kind of a group and its other end or corner: `line to e7`."""

NO_PIVOT = "()"


@dataclass(frozen=True, slots=True)
class Group:
    """Where the stones of a line or a rectangle are, whoever owns them.

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
        """The points of the group and all between: along a line, or in the bounding box."""
        return Group(self.kind, self.first, self.last, 1).stones()

    def destinations(self, pivot: Cell | None) -> list[Cell]:
        """Where the stones go, in the order of `stones()`; it may be off the board."""
        if pivot is None:
            outwards = 1 if self.step == 1 else -1
            twice = self.first[0] + self.last[0], self.first[1] + self.last[1]
            return [
                (
                    file + outwards * _sign(2 * file - twice[0]),
                    rank + outwards * _sign(2 * rank - twice[1]),
                )
                for file, rank in self.stones()
            ]
        if self.step == 1:
            return [(2 * file - pivot[0], 2 * rank - pivot[1]) for file, rank in self.stones()]
        return [((file + pivot[0]) // 2, (rank + pivot[1]) // 2) for file, rank in self.stones()]

    def pivots(self) -> list[Cell | None]:
        """What the group can be scaled about; None is a scaling without a pivot."""
        stones = self.stones()
        pivots: list[Cell | None] = []
        if self.step != 3:
            pivots += stones
        if self.step != 2 and len(stones) == (4 if self.kind == RECTANGLE else 2):
            pivots.append(None)
        return pivots


@dataclass(frozen=True, slots=True)
class Scaling:
    """A group move. It is legal where no own stone is on a blocker."""

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


@cache
def scalings(kind: str, step: int, first: int, last: int) -> tuple[Scaling, ...]:
    """All scalings of a group that stay on the board; `first` and `last` are single points."""
    group = Group(kind, cell_named(NAMES[first]), cell_named(NAMES[last]), step)
    stones = _set_of(group.stones())
    found: list[Scaling] = []
    for pivot in group.pivots():
        cells = group.destinations(pivot)
        if not all(map(is_on_board, cells)):
            continue
        destinations = _set_of(cells)
        # rules: scalus, "Conditions": an expansion jumps what lies between, a contraction only
        # enemies; its destinations lie within its box.
        reached = destinations if step == 1 else _set_of(group.box())
        blockers = reached & ~stones
        move = steps_of(group, pivot)
        found.append(Scaling(move, group, pivot, stones, destinations, blockers))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def group_moves(own: int) -> tuple[Move, ...]:
    """The legal group moves of the side that has these stones, sorted."""
    found: list[Move] = []
    for kind, step, reach, firsts in _groups(own):
        while firsts:
            first = firsts & -firsts
            firsts ^= first
            for scaling in scalings(kind, step, first, first << reach):
                if not own & scaling.blockers:
                    found.append(scaling.move)
    found.sort()
    return tuple(found)


def scaling_of(move: Move, own: int) -> Scaling:
    """What a legal group move does, for the side that has these stones."""
    # Where the dense group is there, the spaced one with the same ends has friends inside.
    return next(scaling for scaling in _scalings_named(move) if not scaling.stones & ~own)


@cache
def _scalings_named(move: Move) -> tuple[Scaling, ...]:
    """The scaling of the dense group, the spaced one, and that with gaps of 3, if they exist."""
    kind, _, last = move[1].partition(REACHING)
    across, up = (
        abs(one - other) for one, other in zip(cell_named(move[0]), cell_named(last), strict=True)
    )
    return tuple(
        scaling
        for step in (1, 2, 3)
        if across % step == up % step == 0
        for scaling in scalings(kind, step, BITS[move[0]], BITS[last])
        if scaling.move == move
    )


def _groups(own: int) -> Iterator[tuple[str, int, int, int]]:
    """The groups that a set of stones holds, those of one shape together.

    Each is: kind, step, the shift from a first to its last stone, and the set of first stones.
    """
    for step in (1, 2, 3):
        for slope in (FILE + RANK, FILE - RANK):
            yield LINE, step, step * slope, own & own >> step * slope
        longest = 2 if step == 3 else RANKS
        columns = own
        for above in range(longest):
            columns &= own >> above * step * RANK
            if not columns:
                break
            blocks = columns
            for beside in range(longest):
                blocks &= columns >> beside * step * FILE
                if not blocks:
                    break
                if above or beside:
                    kind = RECTANGLE if above and beside else LINE
                    yield kind, step, step * (above * RANK + beside * FILE), blocks


def _set_of(cells: Iterable[Cell]) -> int:
    return sum(BITS[name_of(cell)] for cell in cells)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
