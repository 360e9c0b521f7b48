"""Passtally's board as tables: cells, spots, places of tiles, and moves of markers.

In the rules core a cell is its number in `CELLS` and a spot its number in `SPOTS`. A line on the
board is, at each cell, in a *state*: 4 × the cell + the number of the side where it entered.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Any

from rules.language import N_, Text, lazy_gettext

SEAT_NAMES = (N_("Amber"), N_("Teal"), N_("Violet"))
"""The names of the seats, by the colour of their markers."""

SIZE = 6
SIDES = "NESW"
"""The sides of a cell and of the board, clockwise. The number of a side is its index."""

SIDE_NAMES = {"N": N_("top"), "E": N_("right"), "S": N_("bottom"), "W": N_("left")}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}

CELLS = tuple(column + row for column in "abcdef" for row in "123456")
"""The names of the cells, sorted, so the lower or left cell comes first."""

CELL_NUMBERS = {name: number for number, name in enumerate(CELLS)}

SPOTS = tuple(f"{side}{number}" for side in SIDES for number in range(1, SIZE + 1))
"""The names of the spots, which are a closed ring, clockwise."""

SPOT_NUMBERS = {name: number for number, name in enumerate(SPOTS)}


def seat_name(seat: int) -> Text:
    """Return the name of a seat, for a sentence."""
    return lazy_gettext(SEAT_NAMES[seat - 1])


def cell_beyond(cell: int, side: int) -> int | None:
    """Return the cell beyond this side of a cell, None beyond the edge."""
    column, row = divmod(cell, SIZE)
    column += (0, 1, 0, -1)[side]
    row += (1, 0, -1, 0)[side]
    return column * SIZE + row if 0 <= column < SIZE and 0 <= row < SIZE else None


def _entry(spot: int) -> int:
    """Return the state of a line that enters from this spot."""
    side, place = divmod(spot, SIZE)
    last = SIZE - 1
    column, row = ((place, last), (last, last - place), (last - place, 0), (0, place))[side]
    return 4 * (column * SIZE + row) + side


ENTRIES = tuple(_entry(spot) for spot in range(len(SPOTS)))
"""The first state of the line, by spot."""


PLACES = tuple(
    (cell, neighbour)
    for cell in range(len(CELLS))
    for side in (0, 1)
    if (neighbour := cell_beyond(cell, side)) is not None
)
"""The 60 pairs of adjacent cells, lower or left cell first, sorted by name."""

PLACES_AT = tuple(
    tuple(number for number, place in enumerate(PLACES) if cell in place)
    for cell in range(len(CELLS))
)
"""The numbers of the places that include a cell, by cell."""

_ORIENTED = sorted(
    (first, second, number)
    for number, place in enumerate(PLACES)
    for first, second in (place, place[::-1])
)

of_oriented_places: itemgetter[Any] = itemgetter(*(number for _, _, number in _ORIENTED))
"""Maps a place to its two orientations."""

PILES = ("1", "2", "3")
"""The names of the piles."""

PLACE_MOVES = tuple(
    tuple((pile, CELLS[first], CELLS[second]) for first, second in PLACES) for pile in PILES
)
"""The moves of a symmetric tile onto each place, by pile."""

ORIENTED_MOVES = tuple(
    tuple((pile, CELLS[first], CELLS[second]) for first, second, _ in _ORIENTED) for pile in PILES
)
"""The moves onto each place in each orientation, sorted, by pile."""


def reach(ring: tuple[int, ...], spot: int) -> list[int]:
    """Return the spots that a marker can reach, which are the next two free ones either way.

    Occupied spots are jumped over and cost no step (rules: passtally, "Turn").

    :param ring: the seat whose marker is on each spot, else 0.
    """
    reached: list[int] = []
    for step in (1, -1):
        target = spot
        for _ in range(2):
            target = (target + step) % len(SPOTS)
            while ring[target]:
                target = (target + step) % len(SPOTS)
            reached.append(target)
    return reached


@lru_cache(maxsize=4096)
def marker_moves(ring: tuple[int, ...], seat: int) -> tuple[tuple[str, str], ...]:
    """Return all marker moves of a seat, sorted."""
    return tuple(
        sorted(
            (SPOTS[spot], SPOTS[target])
            for spot, owner in enumerate(ring)
            if owner == seat
            for target in reach(ring, spot)
        )
    )
