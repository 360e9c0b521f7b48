"""Passtally's board as tables: cells, spots, the places of tiles, and where markers may go.

Inside the rules core a cell is its number in `CELLS` and a spot its number in `SPOTS`. A line that
walks the board is, at each cell, in a *state*: 4 × the cell + the number of the side it entered by.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Any

from rules.language import N_, Text, lazy_gettext

SEAT_NAMES = (N_("Amber"), N_("Teal"), N_("Violet"))
"""What the seats are called, after the colour of their markers."""

SIZE = 6
SIDES = "NESW"
"""The sides of a cell and of the board, clockwise; the number of a side is its place here."""

SIDE_NAMES = {"N": N_("top"), "E": N_("right"), "S": N_("bottom"), "W": N_("left")}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}

CELLS = tuple(column + row for column in "abcdef" for row in "123456")
"""The names of the cells. Their order is that of the text, so the lower or left cell is first."""

CELL_NUMBERS = {name: number for number, name in enumerate(CELLS)}

SPOTS = tuple(f"{side}{number}" for side in SIDES for number in range(1, SIZE + 1))
"""The names of the spots, clockwise: a closed ring."""

SPOT_NUMBERS = {name: number for number, name in enumerate(SPOTS)}


def seat_name(seat: int) -> Text:
    """What a seat is called, in a sentence."""
    return lazy_gettext(SEAT_NAMES[seat - 1])


def cell_beyond(cell: int, side: int) -> int | None:
    """The cell beyond this side of a cell, None beyond the edge."""
    column, row = divmod(cell, SIZE)
    column += (0, 1, 0, -1)[side]
    row += (1, 0, -1, 0)[side]
    return column * SIZE + row if 0 <= column < SIZE and 0 <= row < SIZE else None


def _entry(spot: int) -> int:
    """The state of a line that comes in from this spot."""
    side, place = divmod(spot, SIZE)
    last = SIZE - 1
    column, row = ((place, last), (last, last - place), (last - place, 0), (0, place))[side]
    return 4 * (column * SIZE + row) + side


ENTRIES = tuple(_entry(spot) for spot in range(len(SPOTS)))
"""By spot, the state in which its line begins."""


PLACES = tuple(
    (cell, neighbour)
    for cell in range(len(CELLS))
    for side in (0, 1)
    if (neighbour := cell_beyond(cell, side)) is not None
)
"""The 60 pairs of adjacent cells, lower or left cell first, in the order of their text."""

PLACES_AT = tuple(
    tuple(number for number, place in enumerate(PLACES) if cell in place)
    for cell in range(len(CELLS))
)
"""By cell, the numbers of the places that take it in."""

_ORIENTED = sorted(
    (first, second, number)
    for number, place in enumerate(PLACES)
    for first, second in (place, place[::-1])
)

of_oriented_places: itemgetter[Any] = itemgetter(*(number for _, _, number in _ORIENTED))
"""Turns something said of each place into the same said of each of its two orientations."""

PILES = ("1", "2", "3")
"""The names of the piles."""

PLACE_MOVES = tuple(
    tuple((pile, CELLS[first], CELLS[second]) for first, second in PLACES) for pile in PILES
)
"""By pile, the move onto each place of a tile that looks the same turned."""

ORIENTED_MOVES = tuple(
    tuple((pile, CELLS[first], CELLS[second]) for first, second, _ in _ORIENTED) for pile in PILES
)
"""By pile, the move onto each place in each orientation, sorted."""


def reach(ring: tuple[int, ...], spot: int) -> list[int]:
    """Where the marker on this spot may go: the next two free spots either way.

    Occupied spots are jumped and cost no step (rules: passtally, "Turn").

    :param ring: by spot, the seat whose marker is there, else 0.
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
    """All marker moves of a seat, sorted."""
    return tuple(
        sorted(
            (SPOTS[spot], SPOTS[target])
            for spot, owner in enumerate(ring)
            if owner == seat
            for target in reach(ring, spot)
        )
    )
