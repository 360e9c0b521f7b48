"""The hexagonal board of Skirt: cells, sides, typed turns, and sets of turns.

Cells are numbered from 0 row by row, from the bottom and the left (rules: skirt, "Board"). This
order is by row and number (c2 before c10), not alphabetical. A set of cells is an integer with
bit n for cell n.

The steps of a turn are `("a3", "c5")`, or `("(a3)", "c5")` from a stone. The steps joined by `-`
are the canonical text. All turns on a board are numbered from 0 in alphabetical order. A set of
turns is an integer with bit n for turn n.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import compress, permutations

from language.texts import N_, Text, lazy_gettext
from rules.position import LazyMoves, Move
from rules.symmetry import Turn, turn_of

SIDES = ("bottom", "lower right", "upper right", "top", "upper left", "lower left")
"""The sides by number, around the board. Opposite sides are three apart, neighbours one."""

SEAT_NAMES = (N_("White"), N_("Black"))
"""The names of the seats, by the colour of their stones, seat 1 first."""

SIZES = (4, 5, 6, 7, 8)
"""The possible sizes."""

OPPOSITE_SIDES = (0b001001, 0b010010, 0b100100)
ALTERNATE_SIDES = (0b010101, 0b101010)
WINS = bytes(
    any(sides & goal == goal for goal in OPPOSITE_SIDES + ALTERNATE_SIDES) for sides in range(256)
)
"""Whether a chain that connects a set of sides wins, by index or with `bytes.translate`."""

Ray = tuple[int, ...]
"""The inner cells on a straight line from an outer cell, nearest first."""

_DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def seat_name(seat: int) -> Text:
    """Return the name of a seat, for a sentence."""
    return lazy_gettext(SEAT_NAMES[seat - 1])


@dataclass(frozen=True, slots=True, eq=False)
class Hexagon:
    """The tables of one board size, from `hexagon_of`."""

    size: int
    """Cells along a side."""
    names: tuple[str, ...]
    """The names of the cells, `a1`, `a2` … `k6`."""
    number: Mapping[str, int]
    """The cell of a name."""
    rows: tuple[tuple[int, ...], ...]
    """The cells of each row from the left. The bottom row, a, is first."""
    neighbours: tuple[tuple[int, ...], ...]
    """The three to six cells next to each cell."""
    sides: bytes
    """The sides of each cell, as bit n for `SIDES[n]`. 0 for an inner cell."""
    outer: tuple[int, ...]
    """The outer cells, in alphabetical order."""
    rays: Mapping[int, tuple[Ray, ...]]
    """The lines of each outer cell across the inner cells, two of them, or one from a corner."""

    def named(self, cells: Iterable[int]) -> list[str]:
        """The names of these cells."""
        return [self.names[cell] for cell in cells]


@cache
def hexagon_of(size: int) -> Hexagon:
    """Return the cached board with this many cells on a side."""
    # Along a row x grows to the right. Up a row it stays the same to the left and grows by one to
    # the right, so each of the three directions of lines leaves x, y or x - y unchanged.
    last = 2 * size - 2
    grid = [[(x, y) for x in range(last + 1) if abs(x - y) < size] for y in range(last + 1)]
    places = [place for row in grid for place in row]
    cell_at = {place: cell for cell, place in enumerate(places)}
    names = tuple(
        f"{chr(ord('a') + y)}{column}"
        for y, row in enumerate(grid)
        for column in range(1, len(row) + 1)
    )
    sides = bytes(_sides_at(x, y, size) for x, y in places)
    outer = tuple(sorted((cell for cell in cell_at.values() if sides[cell]), key=names.__getitem__))

    def line(cell: int, right: int, up: int) -> Ray:
        x, y = places[cell]
        inner: list[int] = []
        while (beyond := cell_at.get((x := x + right, y := y + up))) is not None:
            if sides[beyond]:
                break
            inner.append(beyond)
        return tuple(inner)

    return Hexagon(
        size=size,
        names=names,
        number={name: cell for cell, name in enumerate(names)},
        rows=tuple(tuple(cell_at[place] for place in row) for row in grid),
        neighbours=tuple(
            tuple(
                cell_at[beside]
                for right, up in _DIRECTIONS
                if (beside := (x + right, y + up)) in cell_at
            )
            for x, y in places
        ),
        sides=sides,
        outer=outer,
        rays={
            cell: tuple(ray for direction in _DIRECTIONS if (ray := line(cell, *direction)))
            for cell in outer
        },
    )


def _sides_at(x: int, y: int, size: int) -> int:
    """The sides of a cell, as bits. Corners have two."""
    last = 2 * size - 2
    borders = (y == 0, x - y == size - 1, x == last, y == last, y - x == size - 1, x == 0)
    return sum(1 << side for side, is_there in enumerate(borders) if is_there)


_CELL = re.compile(r"\( *[a-z][0-9]{1,3} *\)|[a-z][0-9]{1,3}")
_TEXT = re.compile(rf"(?:[-, ]*(?:{_CELL.pattern}))+[-, ]*")


def steps_named(text: str) -> Move:
    """Return the steps that a typed text names. Any other text is one step."""
    folded = text.lower()
    if not _TEXT.fullmatch(folded):
        return (text,)
    return tuple(step.replace(" ", "") for step in _CELL.findall(folded))


def is_a_step(step: str) -> bool:
    """Whether a step names a cell, on the board or not."""
    return _CELL.fullmatch(step) is not None


def cell_of(step: str) -> str:
    """The cell that a step names: `a3` of `(a3)`."""
    return step.strip("() ")


CellSet = int
TurnSet = int


def open_cells(ray: Ray, occupied: CellSet) -> list[int]:
    """Return the cells of a ray for the second stone, the first unbroken run of empty ones.

    A run of stones next to the origin is jumped over as a whole. The stone after the empty run is
    never jumped over.
    """
    reached: list[int] = []
    for cell in ray:
        if not occupied >> cell & 1:
            reached.append(cell)
        elif reached:
            break
    return reached


@dataclass(frozen=True, slots=True, eq=False)
class TurnTable:
    """The turns on one board size, from `turn_table`."""

    hexagon: Hexagon
    turns: tuple[Move, ...]
    """All turns, by number."""
    full: TurnSet
    """The turns of two steps."""
    alone: TurnSet
    """The turns of one step, a stone on an outer cell."""
    placing: Mapping[int, TurnSet]
    """The turns whose first step places a stone on each outer cell."""
    standing: Mapping[int, TurnSet]
    """The turns whose first step is a standing stone on each outer cell."""
    lines: tuple[tuple[Line, ...], ...]
    """The three lines through each inner cell, none through an outer one."""


@cache
def turn_table(size: int) -> TurnTable:
    """Return the cached turns on the board with this many cells on a side."""
    hexagon = hexagon_of(size)
    names = hexagon.names
    turns: list[Move] = []
    for origin, rays in hexagon.rays.items():
        outer = names[origin]
        ends = [names[cell] for ray in rays for cell in ray]
        turns += [(outer,), *((step, end) for step in (outer, f"({outer})") for end in ends)]
    turns.sort()
    bits = {turn: 1 << number for number, turn in enumerate(turns)}

    def starting(step: str) -> TurnSet:
        return sum(bit for turn, bit in bits.items() if turn[0] == step)

    rays_of: dict[CellSet, dict[Ray, dict[int, TurnSet]]] = {}
    for origin, rays in hexagon.rays.items():
        outer = names[origin]
        for ray in rays:
            rays_of.setdefault(_set_of(ray), {})[ray] = {
                cell: bits[outer, names[cell]] | bits[f"({outer})", names[cell]] for cell in ray
            }
    lines = [Line(cells, rays) for cells, rays in rays_of.items()]
    return TurnTable(
        hexagon=hexagon,
        turns=tuple(turns),
        full=sum(bit for turn, bit in bits.items() if len(turn) == 2),
        alone=sum(bit for turn, bit in bits.items() if len(turn) == 1),
        placing={origin: starting(names[origin]) for origin in hexagon.outer},
        standing={origin: starting(f"({names[origin]})") for origin in hexagon.outer},
        lines=tuple(
            tuple(line for line in lines if line.cells >> cell & 1) for cell in range(len(names))
        ),
    )


class Line(dict[CellSet, TurnSet]):
    """The turns along a line of inner cells from both ends, by its occupied cells.

    They are computed lazily. There is at most one entry for each way to fill the line.
    """

    __slots__ = ("_rays", "cells", "others")

    def __init__(self, cells: CellSet, rays: Mapping[Ray, Mapping[int, TurnSet]]) -> None:
        """:param rays: the line from each end, with the turns to each of its cells."""
        super().__init__()
        self.cells = cells
        self._rays = rays
        self.others = ~self[0]
        """All turns that are not along the line."""

    def __missing__(self, occupied: CellSet) -> TurnSet:
        turns = self[occupied] = sum(
            turns_to[end]
            for ray, turns_to in self._rays.items()
            for end in open_cells(ray, occupied)
        )
        return turns


class LegalTurns(LazyMoves):
    """A set of turns, in order."""

    __slots__ = ("_every", "_legal")

    def __init__(self, every: tuple[Move, ...], legal: TurnSet) -> None:
        """:param every: all turns of the board size, by number."""
        self._every = every
        self._legal = legal

    def __len__(self) -> int:
        return self._legal.bit_count()

    def __iter__(self) -> Iterator[Move]:
        digits = f"{self._legal:b}"[::-1].encode()
        return compress(self._every, digits.translate(_TRUTH_OF_DIGIT))

    def at(self, index: int) -> Move:
        return self._every[_nth_bit(self._legal, index)]


_TRUTH_OF_DIGIT = bytes.maketrans(b"01", bytes([False, True]))


def _nth_bit(bits: int, n: int) -> int:
    """The number of the set bit that has n others below it."""
    number = 0
    width = bits.bit_length()
    while width > 1:
        width = (width + 1) // 2
        low = bits & (1 << width) - 1
        count = low.bit_count()
        if n < count:
            bits = low
        else:
            n -= count
            number += width
            bits >>= width
    return number


def _set_of(cells: Iterable[int]) -> CellSet:
    return sum(1 << cell for cell in cells)


@cache
def turns_of(size: int) -> tuple[Turn, ...]:
    """The twelve symmetries of the board."""
    hexagon = hexagon_of(size)
    # A rotation permutes these coordinates, which sum to zero, and their signs.
    cubes: dict[str, tuple[int, int, int]] = {}
    for y, row in enumerate(hexagon.rows):
        for place, cell in enumerate(row):
            x = place + max(0, y - size + 1) - (size - 1)
            up = y - (size - 1)
            cubes[hexagon.names[cell]] = (x, -up, up - x)
    names = {cube: name for name, cube in cubes.items()}

    def target(cell: str, order: Sequence[int], sign: int) -> str:
        x, y, z = (sign * cubes[cell][axis] for axis in order)
        return names[x, y, z]

    return tuple(
        turn_of(hexagon.names, partial(target, order=order, sign=sign))
        for order in permutations(range(3))
        for sign in (1, -1)
    )
