"""The hexagonal board of Skirt: cells, sides, typed turns, and the turns from each outer cell.

Cells are numbered from 0 row by row, from the bottom and the left (rules: skirt, "Board"). This
order is by row and number (c2 before c10), not alphabetical. A set of cells is an integer with
bit n for cell n.

The steps of a turn are `("a3", "c5")`, or `("(a3)", "c5")` from a stone. The steps joined by `-`
are the canonical text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations
from operator import itemgetter

from language.texts import N_, Text, lazy_gettext
from rules.position import Move
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
    any(sides & goal == goal for goal in OPPOSITE_SIDES + ALTERNATE_SIDES) for sides in range(64)
)
"""Whether a chain that connects a set of sides wins."""

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
_TEXT = re.compile(rf"(?:[-–, ]*(?:{_CELL.pattern}))+[-–, ]*")


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


class Origin:
    """An outer cell where turns start.

    Few turns change from one position to the next, so it looks its turns up by the contents of its
    own lines, in lazily filled tables. They have at most one entry for each way to fill a line, and
    one for each reach along both.
    """

    __slots__ = ("_bit", "_placing", "_reaches", "_standing", "alone")

    def __init__(self, hexagon: Hexagon, cell: int) -> None:
        name = hexagon.names[cell]
        rays = hexagon.rays[cell]
        self.alone: Move = (name,)
        """The turn that is the outer stone alone."""
        self._bit = 1 << cell
        self._reaches = [(_set_of(ray), _Reach(ray)) for ray in rays]
        ends = [end for ray in rays for end in ray]
        self._placing = _Turns({end: (name, hexagon.names[end]) for end in ends})
        self._standing = _Turns({end: (f"({name})", hexagon.names[end]) for end in ends})

    def turns(self, occupied: CellSet) -> tuple[Move, ...]:
        """Return all turns of two steps from here, sorted.

        They begin with `a3` if the cell is empty. If a stone stands there, they begin with `(a3)`
        and are its owner's.
        """
        reached = 0
        for ray, reach in self._reaches:
            reached |= reach[occupied & ray]
        return (self._standing if occupied & self._bit else self._placing)[reached]


@dataclass(frozen=True, slots=True, eq=False)
class Origins:
    """All origins of one board size, from `origins_of`."""

    hexagon: Hexagon
    all: tuple[Origin, ...]
    """The origins in the order of `Hexagon.outer`. An origin's place is its index here."""
    outer: CellSet
    """The cells of all origins."""
    at_origins: Callable[[bytes], tuple[int, ...]]
    """Returns a value by cell, such as the stones, at each origin."""
    affected: tuple[tuple[int, ...], ...]
    """The places of the origins whose turns depend on each cell."""


@cache
def origins_of(size: int) -> Origins:
    """Return the cached origins of the board with this many cells on a side."""
    hexagon = hexagon_of(size)
    affected: list[list[int]] = [[] for _ in hexagon.names]
    for place, cell in enumerate(hexagon.outer):
        for dependency in (cell, *(end for ray in hexagon.rays[cell] for end in ray)):
            affected[dependency].append(place)
    first, second, *others = hexagon.outer
    return Origins(
        hexagon=hexagon,
        all=tuple(Origin(hexagon, cell) for cell in hexagon.outer),
        outer=_set_of(hexagon.outer),
        at_origins=itemgetter(first, second, *others),
        affected=tuple(tuple(places) for places in affected),
    )


class _Reach(dict[CellSet, CellSet]):
    """The cells for the second stone on one ray, by its occupied cells."""

    def __init__(self, ray: Ray) -> None:
        super().__init__()
        self._ray = ray

    def __missing__(self, occupied: CellSet) -> CellSet:
        reached = self[occupied] = _set_of(open_cells(self._ray, occupied))
        return reached


class _Turns(dict[CellSet, tuple[Move, ...]]):
    """The turns, sorted, by the cells for the second stone."""

    def __init__(self, move_to: dict[int, Move]) -> None:
        super().__init__()
        self._sorted = sorted((move, 1 << end) for end, move in move_to.items())

    def __missing__(self, reached: CellSet) -> tuple[Move, ...]:
        turns = self[reached] = tuple([move for move, end in self._sorted if reached & end])
        return turns


def _set_of(cells: Ray | list[int]) -> CellSet:
    return sum([1 << cell for cell in cells])


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
