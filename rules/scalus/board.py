"""The board of Scalus, with sets of points as integers of one bit per point.

A file takes `FILE` bits, the last three of which are no points, so that a shift by up to three
ranks never runs into the next file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.language import N_, Text, lazy_gettext

SEAT_NAMES = (N_("Black"), N_("White"))

HEADQUARTERS = {1: ("e2", "f2"), 2: ("e18", "f18")}
"""The points of each seat's headquarters, on which the other seat wins."""

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
