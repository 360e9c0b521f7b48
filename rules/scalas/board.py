"""The boards of Scalas: names of cells, sets of cells, spans of pairs, and the notation.

A move has one step, `c3` or `+c4` (rules: scalas, "Typing a move"). A text may continue with the
cubes that follow automatically, `c3+c4`. These are further steps here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import product

from language.texts import N_, Text, lazy_gettext
from rules.position import Move
from rules.symmetry import Turn, turn_of

COLOURS = "RB"
"""The letter of each seat's cubes, seat 1 first."""

SEAT_NAMES = (N_("Red"), N_("Blue"))

SIZES = (5, 6, 7)
"""The possible sizes."""

Span = tuple[int, int, int]
"""Three cells in a row or column, from one end to the other."""

CellSet = int
"""A set of cells, one bit each."""


def seat_name(seat: int) -> Text:
    """Return the name of a seat, for a sentence."""
    return lazy_gettext(SEAT_NAMES[seat - 1])


@dataclass(frozen=True, slots=True)
class Grid:
    """The tables of one board size. Cells are numbered a1, a2, … b1, b2, … from 0."""

    size: int
    cells: tuple[str, ...]
    """The names, in the order of the numbers, which is also their alphabetical order."""
    rows: tuple[tuple[str, ...], ...]
    """The names by row, the back row first."""
    number: dict[str, int]
    """The number of each name."""
    steps: tuple[Move, ...]
    """The normal placement on each cell, as a move."""
    bits: tuple[CellSet, ...]
    """Each cell as a set. One bit stays free between two columns, so that the last cell of one
    isn't next to the first of the next."""
    whole: CellSet
    neighbours: dict[CellSet, CellSet]
    """The cells orthogonally next to each cell, by its bit."""
    spans: tuple[tuple[tuple[int, Span], ...], ...]
    """The spans that end in each cell, with the number of their other end."""

    def beside(self, cells: CellSet) -> CellSet:
        """Return all cells orthogonally next to one of these."""
        column = self.size + 1
        return (cells << 1 | cells >> 1 | cells << column | cells >> column) & self.whole

    def named(self, cells: CellSet) -> list[str]:
        """The names of a set of cells, sorted."""
        return [name for name, bit in zip(self.cells, self.bits, strict=True) if bit & cells]


@cache
def grid_of(size: int) -> Grid:
    """Return the cached board with this many cells on a side."""
    side = range(size)
    cells = tuple(f"{chr(ord('a') + column)}{row + 1}" for column in side for row in side)
    rows = tuple(tuple(cells[row::size]) for row in reversed(side))
    bits = tuple(1 << (column * (size + 1) + row) for column in side for row in side)
    spans: list[tuple[tuple[int, Span], ...]] = []
    neighbours: dict[CellSet, CellSet] = {}
    for column in side:
        for row in side:
            here = column * size + row
            ends: list[tuple[int, Span]] = []
            beside = 0
            for right, up in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                if column + right in side and row + up in side:
                    beside |= bits[here + right * size + up]
                if column + 2 * right in side and row + 2 * up in side:
                    step = right * size + up
                    low, high = sorted((here, here + 2 * step))
                    ends.append((here + 2 * step, (low, here + step, high)))
            spans.append(tuple(ends))
            neighbours[bits[here]] = beside
    number = {name: index for index, name in enumerate(cells)}
    steps = tuple((name,) for name in cells)
    return Grid(size, cells, rows, number, steps, bits, sum(bits), neighbours, tuple(spans))


CHOSEN = "+"
"""The prefix of a forced cell, chosen among several or filled automatically."""

_CELL = re.compile(r"[a-z][0-9]+")
_BETWEEN = r"[-, ]*(?:\+[-, ]*)?"
_TEXT = re.compile(rf"\+? *{_CELL.pattern}(?:{_BETWEEN}{_CELL.pattern})*")
_STEP = re.compile(rf"\+?{_CELL.pattern}")


def steps_named(text: str) -> Move:
    """Return the decision that a typed text names, then its continuation: `("c3", "+c4")`.

    Any other text is one step.
    """
    folded = text.casefold()
    if not _TEXT.fullmatch(folded):
        return (text,)
    first, *continuation = _CELL.findall(folded)
    decision = f"{CHOSEN}{first}" if folded.startswith(CHOSEN) else first
    return (decision, *(f"{CHOSEN}{cell}" for cell in continuation))


def is_a_step(step: str) -> bool:
    """Whether a step names a cell, on the board or not."""
    return _STEP.fullmatch(step) is not None


def cell_of(step: str) -> str:
    """The cell that a step names: `c4` of `+c4`."""
    return step.removeprefix(CHOSEN)


def text_of(move: Move, follows: Iterable[str]) -> str:
    """Return the canonical text of a move that fills these cells afterwards: `c3+c4+d4`."""
    return move[0] + "".join(f"{CHOSEN}{cell}" for cell in follows)


@cache
def turns_of(size: int) -> tuple[Turn, ...]:
    """The eight symmetries of the square."""
    cells = grid_of(size).cells
    return tuple(
        turn_of(cells, partial(_target, size=size, swaps=swaps, left=left, down=down))
        for swaps, left, down in product((False, True), repeat=3)
    )


def _target(cell: str, *, size: int, swaps: bool, left: bool, down: bool) -> str:
    """Return the target of a cell if columns and rows are swapped, then either is mirrored."""
    column, row = ord(cell[0]) - ord("a"), int(cell[1:]) - 1
    column, row = (row, column) if swaps else (column, row)
    column = size - 1 - column if left else column
    row = size - 1 - row if down else row
    return f"{chr(ord('a') + column)}{row + 1}"
