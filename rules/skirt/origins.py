"""The turns of Skirt from each outer cell, by the stones on its lines.

Source: rules: skirt, "Turn". Few turns change from one position to the next, so each origin looks
its turns up by the contents of its own lines, in lazily filled tables. They have at most one entry
for each way to fill a line, and one for each reach along both. A set of cells is an
integer with bit n for cell n.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import dropwhile, takewhile
from operator import itemgetter

from rules.position import Move
from rules.skirt.board import Hexagon, Ray, hexagon_of

CellSet = int


def open_cells(ray: Ray, occupied: CellSet) -> list[int]:
    """Return the cells of a ray for the second stone, the first unbroken run of empty ones.

    A run of stones next to the origin is jumped over as a whole. The stone after the empty run is
    never jumped over.
    """

    def is_occupied(cell: int) -> bool:
        return bool(occupied >> cell & 1)

    beyond_the_row = dropwhile(is_occupied, ray)
    return list(takewhile(lambda cell: not is_occupied(cell), beyond_the_row))


class Origin:
    """An outer cell where turns start."""

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
        turns = self[reached] = tuple(move for move, end in self._sorted if reached & end)
        return turns


def _set_of(cells: Ray | list[int]) -> CellSet:
    return sum(1 << cell for cell in cells)
