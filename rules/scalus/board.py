"""The board of Scalus, its moves as sortable numbers, and the notation.

A set of points is an integer of one bit per point. A file takes `FILE` bits, the last three of
which are no points, so that a shift by up to three ranks never runs into the next file.

The steps of a single move are its two points, `("e8", "f9")`. Those of a group move are the first
stone, the other end or corner, and the pivot: `("e4", "line to e7", "(e4)")`,
`("d13", "rectangle to f15", "()")`. The first stone of a line is the one with the lower file, then
the lower rank. The first stone of a rectangle is the lower left one, that of a triangle is at its
right angle, and that of a cross is its centre. The other corner of a triangle and of a cross is
that of the square around them: across from the first stone, `("d4", "triangle to f6", "(d4)")`, or
the upper right one, `("d4", "cross to e5", "(d4)")`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import cast

from language.texts import N_, Text, lazy_gettext
from rules.position import LazyMoves, Move
from rules.symmetry import Turn, board_and_mirror

SEAT_NAMES = (N_("Black"), N_("White"))

HEADQUARTERS = {1: ("e2", "f2"), 2: ("e18", "f18")}
"""The points of each seat's headquarters, on which the other seat wins."""

QUIET_TURNS = 100
"""Turns in a row without a capture that end the match."""

PATTERNS, RECTANGLES, ALL = "patterns", "rectangles", "all"
"""The option of which groups can be scaled, and its values."""

FILES = "abcdefghij"
RANKS = 19

Cell = tuple[int, int]
"""File and rank, both counted from 1, possibly off the board."""

RANK = 1
FILE = RANKS + 3

BITS = {
    f"{letter}{rank}": 1 << (file * FILE + (rank - 1) * RANK)
    for file, letter in enumerate(FILES)
    for rank in range(1, RANKS + 1)
}
"""The bit of each point, by name."""

NAMES = {bit: name for name, bit in BITS.items()}

BOARD = sum(NAMES)
"""The set of all points."""


def seat_name(seat: int) -> Text:
    """Return the name of a seat, for a sentence."""
    return lazy_gettext(SEAT_NAMES[seat - 1])


def bits(points: int) -> Iterator[int]:
    """Return the single points of a set, file by file from the left, each upwards."""
    while points:
        bit = points & -points
        yield bit
        points ^= bit


def beside(points: int) -> int:
    """Return the points next to these, in all eight directions.

    The result may include some of the given points.
    """
    files = points | points << FILE | points >> FILE
    return (files << RANK | files >> RANK | points << FILE | points >> FILE) & BOARD


def names_in(points: int) -> tuple[str, ...]:
    """The names of the points of a set, file by file from the left, each file upwards."""
    return tuple(NAMES[bit] for bit in bits(points))


def set_of(cells: Iterable[str]) -> int:
    """Return the set of these points.

    :raises ValueError: if a name is no point of the board, or occurs twice.
    """
    points = 0
    for name in cells:
        bit = BITS.get(name)
        if bit is None:
            raise ValueError(f"{name!r} is not a point of the board")
        if points & bit:
            raise ValueError(f"{name} is named twice")
        points |= bit
    return points


def cell_named(name: str) -> Cell:
    """File and rank of a letter and a number: `(5, 18)` for e18."""
    return ord(name[0]) - ord("a") + 1, int(name[1:])


def is_on_board(cell: Cell) -> bool:
    """Whether the cell is a point of the board."""
    file, rank = cell
    return 1 <= file <= len(FILES) and 1 <= rank <= RANKS


def name_of(cell: Cell) -> str:
    """The name of a cell: `e18` for `(5, 18)`."""
    file, rank = cell
    return f"{chr(ord('a') + file - 1)}{rank}"


LINE = "line"
RECTANGLE = "rectangle"
CROSS = "cross"
TRIANGLE = "triangle"
KINDS = (CROSS, LINE, RECTANGLE, TRIANGLE)
FIGURES = (CROSS, TRIANGLE)
"""The kinds of groups that are an option."""
REACHING = " to "
"""The text between the kind of a group and its other end or corner: `line to e7`."""

NO_PIVOT = "()"

_STEPS = sorted([*BITS, *(f"{kind}{REACHING}{point}" for kind in KINDS for point in BITS)])
_PIVOTS = [NO_PIVOT, *(f"({point})" for point in sorted(BITS))]

_PLACES = {step: place for steps in (_STEPS, _PIVOTS) for place, step in enumerate(steps)}
_FIRST, _SECOND = 1 << 18, 1 << 8
"""The weights of the first two steps' indices in a number. The pivot's weight is 1."""


def number_of(move: Move) -> int:
    """The number of a move. Numbers have the order of the moves' steps, and sort faster."""
    number = _PLACES[move[0]] * _FIRST + _PLACES[move[1]] * _SECOND
    return number if len(move) == 2 else number + _PLACES[move[2]] + 1


def group_number(kind: str, first: int, last: int) -> int:
    """The number of a group move without its pivot, from the bits of the first and last stone."""
    return number_of((NAMES[first], f"{kind}{REACHING}{NAMES[last]}"))


PIVOT_NUMBERS = {None: _PLACES[NO_PIVOT] + 1} | {
    bit: _PLACES[f"({name})"] + 1 for name, bit in BITS.items()
}
"""What each pivot, as a bit or None, adds to the number of a group move."""


class _Moves(dict[int, Move]):
    """The move of each number, created lazily."""

    def __missing__(self, number: int) -> Move:
        first, rest = divmod(number, _FIRST)
        second, pivot = divmod(rest, _SECOND)
        steps = (_STEPS[first], _STEPS[second])
        move = self[number] = (*steps, _PIVOTS[pivot - 1]) if pivot else steps
        return move


_MOVES = _Moves()


class NumberedMoves(LazyMoves):
    """Moves in text order, by their numbers."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: list[int]) -> None:
        """:param numbers: the numbers of the moves, in any order."""
        numbers.sort()
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Move]:
        return map(_MOVES.__getitem__, self._numbers)

    def __contains__(self, move: object) -> bool:
        try:
            number = number_of(cast(Move, move))
        except (KeyError, IndexError, TypeError):
            return False
        return number in self._numbers and _MOVES[number] == move

    def at(self, index: int) -> Move:
        return _MOVES[self._numbers[index]]


_POINT = re.compile(r"([a-z])([0-9]+)")
_TEXT = re.compile(
    r"(?P<points>(?:[a-z][0-9]+[-, ]*)*)(?P<pivot>\( *(?:[a-z][0-9]+)? *\))?", re.ASCII
)


def steps_named(text: str) -> Move:
    """Return the steps that a typed text names. Any other text is one step."""
    match = _TEXT.fullmatch(text.casefold())
    if match is None:
        return (text,)
    pivot = None if match["pivot"] is None else f"({''.join(_points_in(match['pivot']))})"
    return steps_with(_points_in(match["points"]), pivot)


def steps_with(points: Sequence[str], pivot: str | None) -> Move:
    """Return the steps for points in any order, with the pivot in its brackets if there is one."""
    ending = () if pivot is None else (pivot,)
    group = group_between(points, pivot)
    if group is None:
        return *points, *ending
    kind, first, last = group
    return name_of(first), f"{kind}{REACHING}{name_of(last)}", *ending


def group_between(points: Sequence[str], pivot: str | None) -> tuple[str, Cell, Cell] | None:
    """Return the kind of the group with these ends or corners, its first stone and other corner.

    Two points and a pivot are always a line. A rectangle needs its four corners (rules: scalus,
    "Typing a move"). None if it is no group.
    """
    cells = sorted(map(cell_named, points))
    if len(cells) == 2 and pivot is not None:
        return LINE, cells[0], cells[1]
    if len(cells) == 3 and pivot is not None:
        return _triangle_between(cells)
    if len(cells) == 4:
        if cells == _corners(cells[0], cells[3]):
            return RECTANGLE, cells[0], cells[3]
        return _cross_between(cells)
    return None


def _triangle_between(cells: Sequence[Cell]) -> tuple[str, Cell, Cell] | None:
    for corner in cells:
        others = [cell for cell in cells if cell != corner]
        beside = [cell for cell in others if cell[1] == corner[1]]
        above = [cell for cell in others if cell[0] == corner[0]]
        if len(beside) == len(above) == 1:
            last = beside[0][0], above[0][1]
            is_even = abs(last[0] - corner[0]) == abs(last[1] - corner[1])
            return (TRIANGLE, corner, last) if is_even else None
    return None


def _cross_between(cells: Sequence[Cell]) -> tuple[str, Cell, Cell] | None:
    """:param cells: sorted, so that a cross has its left end first and its right one last."""
    (left, centre), (across, _), _, (right, _) = cells
    arm = right - across
    ends = [(left, centre), (across, centre - arm), (across, centre + arm), (right, centre)]
    if arm > 0 and across - left == arm and list(cells) == ends:
        return CROSS, (across, centre), (right, centre + arm)
    return None


def text_of(move: Move) -> str:
    """The canonical text of a move: `d13-f13-f15-d15(f15)`."""
    if len(move) < 3:
        return "-".join(move)
    first, other, pivot = move
    kind, _, last = other.partition(REACHING)
    ends = ends_of(kind, cell_named(first), cell_named(last))
    return f"{'-'.join(map(name_of, ends))}{pivot}"


def ends_of(kind: str, first: Cell, last: Cell) -> list[Cell]:
    """Return the ends or corners that name a group, in the order of its text.

    :param last: the other end of a line, or the other corner (see above).
    """
    (across, up), (far, high) = first, last
    match kind:
        case "line":
            return [first, last]
        case "rectangle":
            return [first, (far, up), last, (across, high)]
        case "triangle":
            return [first, (far, up), (across, high)]
        case _:
            arm = far - across
            return [(across - arm, up), (across, up - arm), (far, up), (across, high)]


def _points_in(text: str) -> list[str]:
    return [f"{letter}{int(digits)}" for letter, digits in _POINT.findall(text)]


def _corners(low: Cell, high: Cell) -> list[Cell] | None:
    """The sorted corners of the rectangle between two cells. None on a line."""
    if low[0] == high[0] or low[1] == high[1]:
        return None
    return sorted((file, rank) for file in (low[0], high[0]) for rank in (low[1], high[1]))


@cache
def turns_of(*, flips: bool) -> tuple[Turn, ...]:
    """The board and its mirror image.

    :param flips: whether the ends of the board are exchanged.
    """
    return board_and_mirror(NAMES.values(), _target, flips=flips)


def _target(point: str, *, mirrors: bool, flips: bool) -> str:
    """Return the target of a point if files are mirrored, and ends of the board exchanged."""
    file, rank = point[0], int(point[1:])
    file = FILES[-1 - FILES.index(file)] if mirrors else file
    return f"{file}{RANKS + 1 - rank if flips else rank}"
