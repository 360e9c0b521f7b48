"""The hexagonal board of Skirt, with its cells, sides, and straight lines from the edge.

Source: rules: skirt, "Board". Cells are numbered from 0 row by row, from the bottom and the left.
This order is by row and number (c2 before c10), not alphabetical.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from rules.language import N_, Text, lazy_gettext

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
