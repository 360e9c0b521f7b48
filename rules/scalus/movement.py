"""The moves of a set of stones of Scalus, from lazily filled tables.

The mover's own stones alone decide whether a group move is legal. Most groups are pairs, whose
moves depend on few points, so pairs have tables of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from rules.position import Move
from rules.scalus.board import (
    BITS,
    BOARD,
    CROSS,
    FILE,
    FILES,
    LINE,
    NAMES,
    NO_PIVOT,
    PIVOT_NUMBERS,
    RANK,
    RANKS,
    REACHING,
    RECTANGLE,
    TRIANGLE,
    Cell,
    NumberedMoves,
    beside,
    bits,
    cell_named,
    group_number,
    number_of,
)
from rules.scalus.groups import Group, Scaling


class _GroupMovement(NamedTuple):
    """A way to scale all groups of one shape, seen from the first stone.

    Its sets of points are those of a first stone at bit `origin`.
    """

    pivot: Cell | None
    fits: int
    """The points of first stones whose group stays on the board."""
    origin: int
    stones: int
    destinations: int
    blockers: int
    """The points where an own stone makes the move illegal."""


@cache
def _ways(kind: str, step: int, across: int, up: int) -> tuple[_GroupMovement, ...]:
    """Return the ways to scale groups with these distances from the first stone to the last."""
    group = Group(kind, (0, 0), (across, up), step)
    ways: list[_GroupMovement] = []
    for pivot in group.pivots():
        ends = group.destinations(pivot)
        cells = [*group.box(), *ends]
        origin = max(0, *[-_shift_to(cell) for cell in cells])
        stones, box, destinations = (
            sum([1 << origin + _shift_to(cell) for cell in each])
            for each in (group.stones(), group.box(), ends)
        )
        # rules: scalus, "Group move": an expansion jumps over everything, a contraction only over
        # enemies. A cross may contract to points that aren't on its arms.
        blockers = (destinations if step == 1 else destinations | box) & ~stones
        fits = _on_board_with(cells)
        ways.append(_GroupMovement(pivot, fits, origin, stones, destinations, blockers))
    return tuple(ways)


def _on_board_with(relatives: Iterable[Cell]) -> int:
    """Return the points from which all these relative cells are on the board."""
    across, up = ((0, *each) for each in zip(*relatives, strict=True))
    file = sum([1 << rank * RANK for rank in range(-min(up), RANKS - max(up))])
    return sum([file << left * FILE for left in range(-min(across), len(FILES) - max(across))])


def _shift_to(cell: Cell) -> int:
    """The shift from a point to another with this relative file and rank."""
    return cell[0] * FILE + cell[1] * RANK


def _moved(points: int, cell: Cell) -> int:
    """Return the points at this relative file and rank from some others, if on the board."""
    shift = _shift_to(cell)
    return (points << shift if shift > 0 else points >> -shift) & BOARD


def scaling_of(move: Move, own: int) -> Scaling:
    """Return a legal group move of the side with these stones."""
    # If the dense group exists, the spaced one with the same ends has friends inside.
    return next(scaling for scaling in _scalings_named(move) if not scaling.stones & ~own)


@cache
def _scalings_named(move: Move) -> tuple[Scaling, ...]:
    """The scalings of the dense group, the spaced one, and that with gaps of 3, if they exist."""
    kind, _, last = move[1].partition(REACHING)
    ends = cell_named(move[0]), cell_named(last)
    pivot = None if move[2] == NO_PIVOT else cell_named(move[2].strip("()"))
    across, up = _between(*ends)
    relative = None if pivot is None else _between(ends[0], pivot)
    first = BITS[move[0]]
    return tuple(
        Scaling(
            Group(kind, *ends, step),
            pivot,
            way.stones * first >> way.origin,
            way.destinations * first >> way.origin,
        )
        for step in (1, 2, 3)
        if across % step == up % step == 0
        for way in _ways(kind, step, across, up)
        if way.pivot == relative and way.fits & first
    )


def _between(start: Cell, end: Cell) -> Cell:
    """The relative file and rank of a cell, seen from another."""
    return end[0] - start[0], end[1] - start[1]


Numbers = tuple[int, ...]
"""Moves by their numbers (see `rules.scalus.board`)."""

TABLED = 64
"""Maximum number of cached occupations of a group's blockers."""

TABLED_FILES = 1 << 11
"""Maximum number of cached occupations of a file."""


def _moves_from(
    first: int, kind: str, step: int, across: int, up: int
) -> Iterator[tuple[int, int]]:
    """Yield the blockers and the number of each move of a group, given by its first stone."""
    ways = [way for way in _ways(kind, step, across, up) if way.fits & first]
    if not ways:
        return
    group = group_number(kind, first, _moved(first, (across, up)))
    for way in ways:
        pivot = None if way.pivot is None else _moved(first, way.pivot)
        yield way.blockers * first >> way.origin, group + PIVOT_NUMBERS[pivot]


class _GroupMoves(dict[int, Numbers]):
    """The legal moves of one group, by the blockers that hold own stones."""

    __slots__ = ("_by_blockers", "blockers")

    def __init__(self, by_blockers: Iterable[tuple[int, int]]) -> None:
        """:param by_blockers: the blockers and the number of each move."""
        super().__init__()
        self._by_blockers = [*by_blockers]
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

    __slots__ = ("_across", "_kind", "_step", "_up")

    def __init__(self, kind: str, step: int, across: int, up: int) -> None:
        """:param across: the files from the first stone to the last, as `up` for ranks."""
        super().__init__()
        self._kind = kind
        self._step = step
        self._across = across
        self._up = up

    def __missing__(self, first: int) -> tuple[int, _GroupMoves]:
        moves = _GroupMoves(_moves_from(first, self._kind, self._step, self._across, self._up))
        self[first] = moves.blockers, moves
        return self[first]


class _Pairs(dict[int, Numbers]):
    """The legal moves of the pairs that start with one stone in two directions.

    They are looked up by the own stones on these lines, in at most 256 combinations. The moves
    depend on no other points, because the stones of a pair are up to three points apart, and
    neighbours can also be blocked one point before the first.
    """

    __slots__ = ("_moves", "near")

    def __init__(self, first: int, slopes: Iterable[Cell]) -> None:
        """:param slopes: each direction as a relative file and rank."""
        super().__init__()
        self.near = 0
        """The points that the moves depend on."""
        self._moves: list[tuple[int, int, int]] = []
        """The last stone, the blockers and the number of each move."""
        for across, up in slopes:
            slope = _shift_to((across, up))
            line = first >> slope | first << slope | first << 2 * slope | first << 3 * slope
            self.near |= line & BOARD
            self._moves += [
                (first << step * slope, blockers, number)
                for step in (1, 2, 3)
                for blockers, number in _moves_from(first, LINE, step, step * across, step * up)
            ]

    def __missing__(self, stones: int) -> Numbers:
        numbers = self[stones] = tuple(
            [
                number
                for last, blockers, number in self._moves
                if stones & last and not stones & blockers
            ]
        )
        return numbers


class _SingleMoves(dict[int, Numbers]):
    """A stone's single moves, keyed by which neighbouring points are empty."""

    __slots__ = ("_by_end",)

    def __init__(self, stone: int) -> None:
        super().__init__()
        start = NAMES[stone]
        by_name = sorted(bits(beside(stone)), key=NAMES.__getitem__)
        self._by_end = [(end, number_of((start, NAMES[end]))) for end in by_name]

    def __missing__(self, free: int) -> Numbers:
        numbers = self[free] = tuple([number for end, number in self._by_end if free & end])
        return numbers


Singles = tuple[int, _SingleMoves]
"""The points beside a stone, and its moves by those of them that are empty."""


class _Stone(NamedTuple):
    """The moves that start with one stone, but those of larger groups."""

    singles: Singles
    pairs: tuple[tuple[int, _Pairs], ...]
    """The straight and the diagonal pairs, with the points that they depend on."""


@cache
def _stone_at(point: int) -> _Stone:
    straight, diagonal = _Pairs(point, ((0, 1), (1, 0))), _Pairs(point, ((1, 1), (1, -1)))
    return _Stone(
        (beside(point), _SingleMoves(point)),
        ((straight.near, straight), (diagonal.near, diagonal)),
    )


class _File(dict[int, tuple[tuple[Singles, ...], tuple[tuple[int, _Pairs], ...]]]):
    """The single moves and the pairs of a file's stones, by their ranks as bits."""

    __slots__ = ("_shift",)

    def __init__(self, shift: int) -> None:
        """:param shift: the shift from the first file."""
        super().__init__()
        self._shift = shift

    def __missing__(self, ranks: int) -> tuple[tuple[Singles, ...], tuple[tuple[int, _Pairs], ...]]:
        # Moves are sorted faster if stones have the order of their names.
        points = sorted(bits(ranks << self._shift), key=NAMES.__getitem__)
        stones = [_stone_at(point) for point in points]
        moves = (
            tuple([stone.singles for stone in stones]),
            tuple([pairs for stone in stones for pairs in stone.pairs]),
        )
        if len(self) < TABLED_FILES:
            self[ranks] = moves
        return moves


_FILES = tuple((file * FILE, _File(file * FILE)) for file in range(len(FILES)))
_RANKS = (1 << RANKS) - 1


def _shapes(step: int) -> Iterator[tuple[int, tuple[tuple[int, _Shape | None], ...]]]:
    """Yield the lines of three and more and the rectangles of one gap, grouped by height.

    Each group is the shift from the lowest row of stones to the highest. Then, for each width,
    follow the shift from the first column to the last, and the shape if there is one.
    """
    longest = 2 if step == 3 else RANKS
    for above in range(longest):
        wide: list[tuple[int, _Shape | None]] = []
        for across in range(min(longest, len(FILES))):
            kind = RECTANGLE if above and across else LINE
            is_pair = above + across <= 1
            shape = None if is_pair else _Shape(kind, step, step * across, step * above)
            wide.append((across * step * FILE, shape))
        yield above * step * RANK, tuple(wide)


_SHAPES = tuple(tuple(_shapes(step)) for step in (1, 2, 3))


def group_moves(own: int, *, all_patterns: bool) -> tuple[Move, ...]:
    """Return the legal group moves of the side with these stones, sorted."""
    return tuple(NumberedMoves([*MOVEMENTS[all_patterns](own).groups]))


class Movement(NamedTuple):
    """The moves of one side's stones, independent of the other side."""

    singles: list[Singles]
    groups: list[int]
    """The numbers of the legal group moves, in no particular order."""


@lru_cache(maxsize=1 << 8)
def _movement_of(own: int) -> Movement:
    """Return the moves of the side with these stones, without crosses and triangles."""
    singles: list[Singles] = []
    groups: list[int] = []
    for shift, file in _FILES:
        singles_of_file, pairs_of_file = file[own >> shift & _RANKS]
        singles += singles_of_file
        for near, pairs in pairs_of_file:
            groups += pairs[own & near]
    _add_moves(groups, _larger_groups(own), own)
    return Movement(singles, groups)


@lru_cache(maxsize=1 << 8)
def _movement_in_all_patterns(own: int) -> Movement:
    singles, groups = _movement_of(own)
    groups = groups.copy()
    _add_moves(groups, _figures(own), own)
    return Movement(singles, groups)


MOVEMENTS: tuple[Callable[[int], Movement], ...] = (_movement_of, _movement_in_all_patterns)
"""The moves of the side with these stones, by whether it may scale crosses and triangles."""


def _add_moves(groups: list[int], shapes: Iterable[tuple[_Shape, int]], own: int) -> None:
    """Add the legal moves of the groups of these shapes with these first stones."""
    for shape, firsts in shapes:
        while firsts:
            first = firsts & -firsts
            firsts ^= first
            blockers, moves = shape[first]
            groups += moves[own & blockers]


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


_TURNS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""The ways from the right angle of a triangle to the other corner of its square."""


@cache
def _figure(kind: str, step: int, across: int, up: int) -> _Shape:
    return _Shape(kind, step, across, up)


def _figures(own: int) -> Iterator[tuple[_Shape, int]]:
    """Yield the crosses and triangles of stones, as `_larger_groups` does."""
    for step in (1, 2):
        for x, y in _TURNS:
            across, up = (step * x, 0), (0, step * y)
            corners, length = own, 0
            # Three triangles, one of them further along each leg, cover the next larger one.
            while corners := corners & _at(corners, across) & _at(corners, up):
                length += step
                yield _figure(TRIANGLE, step, length * x, length * y), corners
        centres, arm = own, 0
        while centres:
            arm += step
            centres &= _at(own, (arm, 0)) & _at(own, (-arm, 0))
            centres &= _at(own, (0, arm)) & _at(own, (0, -arm))
            if centres:
                yield _figure(CROSS, step, arm, arm), centres


def _at(points: int, cell: Cell) -> int:
    """Return where one of the points is at this relative file and rank."""
    return _moved(points, (-cell[0], -cell[1]))
