"""The board of Scala, sets of its cells and of legal turns, and the notation.

A cell has a name, `b10`, and a bit. Column a has the lowest 16 bits, and row r is bit r of its
column. The bits for rows 0 and 15 are never cells, so a shift by 1, 15, 16 or 17 goes to a
neighbour or off the board, and never wraps around.

The steps of a turn are its start and its end, `("f5", "j7")` (rules: scala, "Typing a turn").
Cells between and captured cells in a text are further steps here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from rules.position import LazyMoves, Move
from rules.symmetry import Turn, board_and_mirror

COLUMNS = "abcdefghijk"
_LAST_ROW = 14
ROW_LENGTHS = (1, 3, 5, 7, 9, 11, 11, 11, 11, 9, 7, 5, 3, 1)
"""Cells in rows 1 to 14, centred on column f, including the hole."""

HOLE = ("e7", "e8", "f7", "f8", "g7", "g8")
"""The missing cells, in text order."""

SEAT_NAMES = ("O", "X")

GOALS = {1: "f14", 2: "f1"}
"""The goal of each seat."""

FIRST_CELLS = {1: "f1", 2: "f14"}
"""The cell that a seat's stones can't enter."""

QUIET_TURNS = 100
"""Turns in a row without a removal that end the match."""

_UP, _RIGHT = 1, 16
"""The shift to the next row and the next column."""


def _names() -> Iterator[str]:
    middle = len(COLUMNS) // 2
    for row, length in enumerate(ROW_LENGTHS, 1):
        for column in COLUMNS[middle - length // 2 : middle + length // 2 + 1]:
            if f"{column}{row}" not in HOLE:
                yield f"{column}{row}"


CELLS = tuple(sorted(_names()))
"""All 88 cells, in text order, in which `b10` comes before `b9`."""


def column_and_row(cell: str) -> tuple[int, int]:
    """Return column and row, both from 1 at the lower left. `b10` is column 2, row 10."""
    return COLUMNS.index(cell[0]) + 1, int(cell[1:])


def _bit(cell: str) -> int:
    column, row = column_and_row(cell)
    return 1 << (column - 1) * _RIGHT + row * _UP


BITS = {cell: _bit(cell) for cell in CELLS}
NAMES = {bit: cell for cell, bit in BITS.items()}
ALL = sum(NAMES)


def set_of(cells: Iterable[str]) -> int:
    """Return the set of these cells.

    :raises ValueError: if the board has no such cell.
    """
    cells = set(cells)
    if not cells <= BITS.keys():
        raise ValueError(f"no such cells: {sorted(cells - BITS.keys())}")
    return sum(BITS[cell] for cell in cells)


def names_in(cells: int) -> tuple[str, ...]:
    """Return the cells of a set, in text order."""
    names: list[str] = []
    while cells:
        bit = cells & -cells
        names.append(NAMES[bit])
        cells ^= bit
    names.sort()
    return tuple(names)


def with_neighbours(cells: int) -> int:
    """Return these cells and all around them, including diagonals and bits off the board."""
    upright = cells | cells << _UP | cells >> _UP
    return upright | upright << _RIGHT | upright >> _RIGHT


def parts_of(stones: int) -> list[tuple[int, int]]:
    """Return the groups of connected stones, each with its `with_neighbours`."""
    parts: list[tuple[int, int]] = []
    while stones:
        group, grown = 0, stones & -stones
        surrounding = 0
        while grown != group:
            group = grown
            upright = group | group << _UP | group >> _UP
            surrounding = upright | upright << _RIGHT | upright >> _RIGHT
            grown = surrounding & stones
        parts.append((group, surrounding))
        stones ^= group
    return parts


def groups(stones: int) -> list[int]:
    """Return the groups of connected stones."""
    return [group for group, _ in parts_of(stones)]


NEIGHBOURS = {bit: with_neighbours(bit) & ALL & ~bit for bit in NAMES}
"""The cells around each, by bit."""


class _Landings(dict[int, int]):
    """A lazy table of the targets of single jumps from one cell in four directions.

    It has at most 256 entries, by the stones on the cells `seen`.
    """

    __slots__ = ("_jumps", "seen")

    def __init__(self, cell: int, *directions: int) -> None:
        pairs = [(_shifted(cell, by), _shifted(cell, 2 * by)) for by in directions]
        self._jumps = [(over, end) for over, end in pairs if over & ALL and end & ALL]
        self.seen = sum(over | end for over, end in self._jumps)

    def __missing__(self, stones: int) -> int:
        ends = sum(end for over, end in self._jumps if stones & over and not stones & end)
        self[stones] = ends
        return ends


class _Connectedness(dict[int, bool]):
    """Whether stones around one cell are connected among themselves, as a lazy table."""

    def __missing__(self, stones: int) -> bool:
        together = len(groups(stones)) <= 1
        self[stones] = together
        return together


def _shifted(cell: int, by: int) -> int:
    return cell << by if by > 0 else cell >> -by


NEIGHBOURS_CONNECTED = {bit: _Connectedness() for bit in NAMES}
"""Whether the stones around a cell are connected among themselves, by its bit and these stones.

If so, a stone on the cell can leave without splitting its group. If not, they may still be
connected elsewhere.
"""


def _landings_of(cell: int) -> tuple[int, _Landings, int, _Landings]:
    straight = _Landings(cell, _UP, -_UP, _RIGHT, -_RIGHT)
    diagonal = _Landings(cell, _RIGHT + _UP, _RIGHT - _UP, _UP - _RIGHT, -_UP - _RIGHT)
    return straight.seen, straight, diagonal.seen, diagonal


_LANDINGS = {bit: _landings_of(bit) for bit in NAMES}


def landings(cell: int, stones: int) -> int:
    """Return the empty cells that one jump reaches from the cell with this bit."""
    seen_straight, straight, seen_diagonal, diagonal = _LANDINGS[cell]
    return straight[stones & seen_straight] | diagonal[stones & seen_diagonal]


def empty_cells_with_jumps(stones: int, empty: int) -> int:
    """Return those of these empty cells from which a stone could jump to another."""
    starts = 0
    for direction in (_UP, _RIGHT - _UP, _RIGHT, _RIGHT + _UP):
        over = stones & empty << direction & empty >> direction
        starts |= over << direction | over >> direction
    return starts


Stones = tuple[int, int]
"""The sets of O's and X's stones."""

OPEN = {seat: ALL & ~set_of([cell]) for seat, cell in FIRST_CELLS.items()}
"""The cells that the stones of each seat may enter, if they are empty."""


def reach(seat: int, both: Stones) -> Iterator[tuple[int, int]]:
    """Yield the bit of each stone of a seat and the cells that a step or jumps reach.

    Turns to these cells may be illegal.
    """
    stones = both[0] | both[1]
    free = OPEN[seat] & ~stones
    onward = empty_cells_with_jumps(stones, free)
    own = both[seat - 1]
    while own:
        start = own & -own
        own ^= start
        # The start still counts as a stone, but no jump goes over it, because a chain only
        # meets cells whose column and row differ by even numbers from those of its start.
        jumped = landings(start, stones) & free
        fresh = jumped & onward  # Most landings lead nowhere else.
        while fresh:
            cell = fresh & -fresh
            further = landings(cell, stones) & free & ~jumped
            jumped |= further
            fresh ^= cell | further
        yield start, NEIGHBOURS[start] & free | jumped


def stones_after(seat: int, both: Stones, start: str, end: str) -> Stones:
    """Return the stones after a move of a seat, before any removal."""
    first, second = both
    change = BITS[start] | BITS[end]
    return (first ^ change, second) if seat == 1 else (first, second ^ change)


class LegalTurns(LazyMoves):
    """All legal turns, as starts in text order, each with the set of its ends."""

    __slots__ = ("_ends", "_length")

    def __init__(self, ends: Sequence[tuple[str, int]]) -> None:
        """:param ends: starts, in text order, each with a set of ends that is not empty."""
        self._ends = ends
        self._length = sum([each.bit_count() for _, each in ends])

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Move]:
        for start, ends in self._ends:
            for end in names_in(ends):
                yield start, end

    def __contains__(self, move: object) -> bool:
        match move:
            case (str(start), str(end)):
                return bool(BITS.get(end, 0) & self.ends_from(start))
            case _:
                return False

    def at(self, index: int) -> Move:
        left = index
        for start, ends in self._ends:
            count = ends.bit_count()
            if left < count:
                return start, names_in(ends)[left]
            left -= count
        raise IndexError(index)

    def ends_from(self, start: str) -> int:
        """Return the ends of the turns from this cell. Any text is allowed."""
        return next((ends for other, ends in self._ends if other == start), 0)


_BETWEEN = "[-, ]*"
_CELL = re.compile(r"[a-z][0-9]{1,3}")
_CELLS_OF_A_ROW = re.compile(r"([a-z]+)([0-9]{1,3})")
_TURN = re.compile(
    rf"(?P<cells>(?:{_BETWEEN}{_CELL.pattern})+){_BETWEEN}"
    rf"(?:\({_BETWEEN}:(?P<captured>(?:{_BETWEEN}[a-z]+[0-9]{{1,3}})*){_BETWEEN}\))?"
)
_CAPTURES = "(:"

_ROWS = tuple(
    tuple(f"{column}{row}" for column in COLUMNS if f"{column}{row}" in BITS)
    for row in range(len(ROW_LENGTHS), 0, -1)
)
"""The cells of each row from the left, the top row first."""


def steps_named(text: str) -> Move:
    """Return the cells that a typed turn names, then its captures in one step: `(:b8 c8)`.

    Any other text is one step.
    """
    read = _TURN.fullmatch(text.lower())
    if read is None:
        return (text,)
    cells: list[str] = _CELL.findall(read["cells"])
    if read["captured"] is None:
        return tuple(cells)
    rows = _CELLS_OF_A_ROW.findall(read["captured"])
    captured = {f"{column}{row}" for columns, row in rows for column in columns}
    return (*cells, captures_written(sorted(captured)))


def way_and_captures(steps: Move) -> tuple[Move, str | None]:
    """Return the cells among these steps, and the step with the captures, if there is one."""
    if len(steps) > 1 and steps[-1].startswith(_CAPTURES):
        return steps[:-1], steps[-1]
    return steps, None


def captures_written(cells: Iterable[str]) -> str:
    """Return the cells that a turn clears, in text order: `(:b8 c8)`."""
    return f"{_CAPTURES}{' '.join(cells)})"


def is_a_cell(step: str) -> bool:
    """Whether a step names a cell, on the board or not."""
    return _CELL.fullmatch(step) is not None


def text_of(way: Sequence[str], captured: Sequence[str]) -> str:
    """Return the canonical text of a turn along cells with captures: `f5-h5-j7(:b8 c8)`."""
    return "-".join(way) + (captures_written(captured) if captured else "")


def board_written(o: Iterable[str], x: Iterable[str]) -> str:
    """Return the rows from the top, such as `1/3/2X2/…`.

    Numbers stand for empty cells, and the hole is left out.
    """
    owners = dict.fromkeys(o, "O") | dict.fromkeys(x, "X")
    rows = ("".join(owners.get(cell, ".") for cell in row) for row in _ROWS)
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)


def board_read(text: str) -> tuple[list[str], list[str]]:
    """Return the cells with O's and with X's stones from `board_written`'s text.

    :raises ValueError: if it is another text.
    """
    if not re.fullmatch(r"[0-9OX/]{1,200}", text):
        raise ValueError(f"not a board of Scala: {text!r}")
    stones: dict[str, list[str]] = {".": [], "O": [], "X": []}
    for cells, row in zip(_ROWS, text.split("/"), strict=True):
        owners = re.sub("[0-9]+", lambda run: "." * min(int(run[0]), len(COLUMNS) + 1), row)
        for cell, owner in zip(cells, owners, strict=True):
            stones[owner].append(cell)
    return stones["O"], stones["X"]


@cache
def turns_of(*, flips: bool) -> tuple[Turn, ...]:
    """The board and its mirror image.

    :param flips: whether the ends of the board are exchanged.
    """
    return board_and_mirror(NAMES.values(), _target, flips=flips)


def _target(cell: str, *, mirrors: bool, flips: bool) -> str:
    """Return the target of a cell if columns are mirrored, and ends of the board exchanged."""
    column, row = column_and_row(cell)
    column = len(COLUMNS) + 1 - column if mirrors else column
    return f"{COLUMNS[column - 1]}{_LAST_ROW + 1 - row if flips else row}"
