"""The groups of Scalus, and the moves of a set of stones, from lazily filled tables.

The mover's own stones alone decide whether a group move is legal. Most groups are pairs, whose
moves depend on few points, so pairs have tables of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from rules.position import Move
from rules.scalus.board import (
    BOARD,
    FILE,
    FILES,
    LINE,
    NAMES,
    NO_PIVOT,
    RANK,
    RANKS,
    REACHING,
    RECTANGLE,
    Cell,
    NumberedMoves,
    beside,
    cell_named,
    is_on_board,
    name_of,
    names_in,
    number_of,
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


Numbers = tuple[int, ...]
"""Moves by their numbers (see `rules.scalus.board`)."""

TABLED = 64
"""Maximum number of cached occupations of a group's blockers."""


class _GroupMoves(dict[int, Numbers]):
    """The legal moves of one group, by the blockers that hold own stones."""

    __slots__ = ("_by_blockers", "blockers")

    def __init__(self, scalings: Iterable[Scaling]) -> None:
        super().__init__()
        self._by_blockers = [(scaling.blockers, number_of(scaling.move)) for scaling in scalings]
        self.blockers = 0
        """The points where an own stone blocks any of the moves."""
        for blockers, _ in self._by_blockers:
            self.blockers |= blockers

    def __missing__(self, occupied: int) -> Numbers:
        legal = tuple([number for blockers, number in self._by_blockers if not occupied & blockers])
        if len(self) < TABLED:
            self[occupied] = legal
        return legal


class _Shape(dict[int, tuple[int, _GroupMoves]]):
    """The groups of one kind, gap and extent, by the point of their first stone.

    Each entry is filled lazily with the blockers of a group's moves, and the moves.
    """

    __slots__ = ("kind", "reach", "step")

    def __init__(self, kind: str, step: int, reach: int) -> None:
        super().__init__()
        self.kind = kind
        self.step = step
        self.reach = reach
        """The shift from the first stone to the last."""

    def __missing__(self, first: int) -> tuple[int, _GroupMoves]:
        ends = cell_named(NAMES[first]), cell_named(NAMES[first << self.reach])
        group = Group(self.kind, *ends, self.step)
        moves = _GroupMoves(scalings(group, group.pivots()))
        self[first] = moves.blockers, moves
        return self[first]


class _Pairs(dict[int, Numbers]):
    """The legal moves of the pairs that start with one stone in two directions.

    They are looked up by the own stones on these lines, in at most 256 combinations. The moves
    depend on no other points, because the stones of a pair are up to three points apart, and
    neighbours can also be blocked one point before the first.
    """

    __slots__ = ("_moves", "near")

    def __init__(self, first: int, slopes: Iterable[int]) -> None:
        super().__init__()
        self.near = 0
        """The points that the moves depend on."""
        self._moves: list[tuple[int, int, int]] = []
        """The last stone, the blockers and the number of each move."""
        for slope in slopes:
            line = first >> slope | first << slope | first << 2 * slope | first << 3 * slope
            self.near |= line & BOARD
            for step in (1, 2, 3):
                last = first << step * slope
                if last & BOARD:
                    ends = cell_named(NAMES[first]), cell_named(NAMES[last])
                    group = Group(LINE, *ends, step)
                    self._moves += [
                        (last, scaling.blockers, number_of(scaling.move))
                        for scaling in scalings(group, group.pivots())
                    ]

    def __missing__(self, stones: int) -> Numbers:
        numbers = self[stones] = tuple(
            number
            for last, blockers, number in self._moves
            if stones & last and not stones & blockers
        )
        return numbers


class _SingleMoves(dict[int, Numbers]):
    """A stone's single moves, keyed by which neighbouring points are empty."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def __missing__(self, free: int) -> Numbers:
        numbers = self[free] = tuple(number_of((self._name, end)) for end in names_in(free))
        return numbers


Singles = tuple[int, _SingleMoves]
"""The points beside a stone, and its moves by those of them that are empty."""


class _Stones(dict[int, tuple[Singles, int, _Pairs, int, _Pairs]]):
    """A lazy table of the single moves and the pairs of each stone.

    The straight pairs come before the diagonal ones, each preceded by the points that they depend
    on.
    """

    def __missing__(self, stone: int) -> tuple[Singles, int, _Pairs, int, _Pairs]:
        singles = beside(stone), _SingleMoves(NAMES[stone])
        straight, diagonal = _Pairs(stone, (RANK, FILE)), _Pairs(stone, (FILE + RANK, FILE - RANK))
        self[stone] = singles, straight.near, straight, diagonal.near, diagonal
        return self[stone]


_STONES = _Stones()


def _shapes(step: int) -> Iterator[tuple[int, tuple[tuple[int, _Shape | None], ...]]]:
    """Yield the lines of three and more and the rectangles of one gap, grouped by height.

    Each group is the shift from the lowest row of stones to the highest. Then, for each width,
    follow the shift from the first column to the last, and the shape if there is one.
    """
    longest = 2 if step == 3 else RANKS
    for above in range(longest):
        wide: list[tuple[int, _Shape | None]] = []
        for across in range(min(longest, len(FILES))):
            reach = step * (above * RANK + across * FILE)
            kind = RECTANGLE if above and across else LINE
            shape = _Shape(kind, step, reach) if above + across > 1 else None
            wide.append((across * step * FILE, shape))
        yield above * step * RANK, tuple(wide)


_SHAPES = tuple(tuple(_shapes(step)) for step in (1, 2, 3))


def group_moves(own: int) -> tuple[Move, ...]:
    """Return the legal group moves of the side with these stones, sorted."""
    return tuple(NumberedMoves([*movement_of(own).groups]))


class Movement(NamedTuple):
    """The moves of one side's stones, independent of the other side."""

    singles: list[Singles]
    groups: list[int]
    """The numbers of the legal group moves, in no particular order."""


@lru_cache(maxsize=1 << 8)
def movement_of(own: int) -> Movement:
    """Return the moves of the side with these stones."""
    singles: list[Singles] = []
    groups: list[int] = []
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        single, near, straight, near_diagonally, diagonal = _STONES[stone]
        singles.append(single)
        groups += straight[own & near]
        groups += diagonal[own & near_diagonally]
    for shape, firsts in _larger_groups(own):
        while firsts:
            first = firsts & -firsts
            firsts ^= first
            blockers, moves = shape[first]
            groups += moves[own & blockers]
    groups.sort()
    return Movement(singles, groups)


def _larger_groups(own: int) -> list[tuple[_Shape, int]]:
    """Return the groups of three and more stones, as shapes with their sets of first stones."""
    groups: list[tuple[_Shape, int]] = []
    for shapes in _SHAPES:
        columns = own
        for up, wide in shapes:
            columns &= own >> up
            if not columns:
                break
            blocks = columns
            for across, shape in wide:
                blocks &= columns >> across
                if not blocks:
                    break
                if shape is not None:
                    groups.append((shape, blocks))
    return groups
