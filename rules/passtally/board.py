"""The board of Passtally: cells, spots, tiles, the tiles laid, their lines, and points for passes.

In the rules core a cell is its number in `CELLS` and a spot its number in `SPOTS`. A line on the
board is, at each cell, in a *state*: 4 × the cell + the number of the side where it entered.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple, Self

from language.texts import N_, Text, lazy_gettext

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
    return _reached_among([spot for spot, owner in enumerate(ring) if not owner], spot)


def _reached_among(free: list[int], spot: int) -> list[int]:
    """Return the two free spots next to a marker on either side, where the free ones are sorted."""
    after = bisect_right(free, spot)
    count = len(free)
    return [free[place % count] for place in (after, after + 1, after - 1, after - 2)]


@lru_cache(maxsize=4096)
def marker_moves(ring: tuple[int, ...], seat: int) -> tuple[tuple[str, str], ...]:
    """Return all marker moves of a seat, sorted."""
    free = [spot for spot, owner in enumerate(ring) if not owner]
    moves: list[tuple[str, str]] = []
    for spot, owner in enumerate(ring):
        if owner == seat:
            name = SPOTS[spot]
            moves += [(name, SPOTS[target]) for target in _reached_among(free, spot)]
    moves.sort()
    return tuple(moves)


KINDS = ("XX", "XA", "XB", "AA", "BB", "AB")
UNKNOWN = "?"
"""The kind of a hidden tile."""

SHAPES = {
    "XX": N_("{pile} straight"),
    "XA": N_("{pile} mixed"),
    "XB": N_("{pile} mixed"),
    "AA": N_("{pile} curved"),
    "BB": N_("{pile} curved"),
    "AB": N_("{pile} curved"),
    UNKNOWN: "{pile}",
}
"""The name of a pile by the kind of its face-up tile."""

COPIES = 7
PILE_SIZE = len(KINDS) * COPIES // len(PILES)
EXITS = {"X": (2, 3, 0, 1), "A": (1, 0, 3, 2), "B": (3, 2, 1, 0)}
"""The side where a line leaves, by half and by the side where it enters."""

STANDING = {"X": "X", "A": "B", "B": "A"}
"""The look of a half rotated by 90° (rules: passtally, "Tiles")."""


def looks_the_same_turned(kind: str) -> bool:
    """Whether a half turn leaves a tile of this kind unchanged."""
    return kind[0] == kind[-1] and kind != UNKNOWN


def halves_as_laid(kind: str, first: int, second: int) -> tuple[str, str]:
    """Return the halves on the first and second cell. A standing tile swaps A and B."""
    if first // SIZE == second // SIZE:
        return STANDING[kind[0]], STANDING[kind[1]]
    return kind[0], kind[1]


def _onward(half: str, state: int) -> int:
    cell, side = divmod(state, 4)
    leaving = EXITS[half][side]
    neighbour = cell_beyond(cell, leaving)
    if neighbour is None:
        return ~ENTRIES.index(4 * cell + leaving)
    return 4 * neighbour + (leaving + 2) % 4


ONWARD = {half: tuple(_onward(half, state) for state in range(4 * len(CELLS))) for half in EXITS}
"""The state in the next cell, by half and state. At the line's end, it is `~spot`."""


class LaidTile(NamedTuple):
    """A tile on the board, with its kind, the numbers of its cells and its height."""

    kind: str
    first: int
    second: int
    height: int

    @property
    def text(self) -> str:
        """The tile as text, like `XA:c3-d3`."""
        return f"{self.kind}:{CELLS[self.first]}-{CELLS[self.second]}"


@dataclass(frozen=True, slots=True)
class CellTop:
    """The top of a cell."""

    height: int
    half: str
    """`X`, `A` or `B` as the tile lies. Lines cross a bare cell as they cross an `X`."""
    tile: int
    """The number of the tile in the order laid, from 1, or 0 on a bare cell."""
    kind: str | None
    """The tile's kind, None on a bare cell."""
    other_half: str | None
    """The cell with the tile's other half, or None if that is covered."""


class Crossing(NamedTuple):
    """A line on one cell, with the sides (`N` `E` `S` `W`) where it enters and leaves."""

    cell: str
    enters: str
    leaves: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line from spot to spot, with the passes along it and its cells in order."""

    start: str
    end: str
    passes: int
    path: tuple[Crossing, ...]


@dataclass(frozen=True, slots=True)
class Tiling:
    """The tiles in the order laid, and tables derived from them, by cell number."""

    laid: tuple[LaidTile, ...]
    heights: tuple[int, ...]
    tops: tuple[int, ...]
    """The number of the cell's top tile, 0 on a bare cell."""
    halves: tuple[str, ...]
    """The cell's top half as its tile lies, `X` on a bare cell."""
    places: bytes
    """For each place (a pair of cells in `PLACES`), 1 if a tile can be laid there, else 0."""

    @classmethod
    def bare(cls) -> Self:
        """Return the empty board."""
        count = len(CELLS)
        return cls((), (0,) * count, (0,) * count, ("X",) * count, b"\1" * len(PLACES))

    @classmethod
    def of(cls, laid: Iterable[str]) -> Self:
        """Return the tiling by these tiles, like `XA:c3-d3`, in the order laid.

        :raises ValueError: if one is not a tile or can't be laid there.
        """
        tiling = cls.bare()
        for text in laid:
            kind, _, cells = text.partition(":")
            first, _, second = cells.partition("-")
            if kind not in KINDS or first not in CELL_NUMBERS or second not in CELL_NUMBERS:
                raise ValueError(f"{text!r} is no tile on the board")
            ends = CELL_NUMBERS[first], CELL_NUMBERS[second]
            if not tiling.may_lay(*ends):
                raise ValueError(f"{text} may not be laid there")
            tiling = tiling.lay(kind, *ends)
        return tiling

    @property
    def has_a_place(self) -> bool:
        """Whether a tile can be laid anywhere."""
        return 1 in self.places

    def may_lay(self, first: int, second: int) -> bool:
        """Whether a tile can be laid on these two cells, in any order."""
        place = (min(first, second), max(first, second))
        return place in PLACES and bool(self.places[PLACES.index(place)])

    def lay(self, kind: str, first: int, second: int) -> Self:
        """Return the tiling with one more tile, which must be legal."""
        height = self.heights[first] + 1
        laid = (*self.laid, LaidTile(kind, first, second, height))
        heights, tops, halves = list(self.heights), list(self.tops), list(self.halves)
        heights[first] = heights[second] = height
        tops[first] = tops[second] = len(laid)
        halves[first], halves[second] = halves_as_laid(kind, first, second)
        places = bytearray(self.places)
        for number in (*PLACES_AT[first], *PLACES_AT[second]):
            one, other = PLACES[number]
            # Equal heights, and never exactly on top of one tile (rules: passtally, "Turn").
            places[number] = heights[one] == heights[other] and (
                heights[one] == 0 or tops[one] != tops[other]
            )
        return type(self)(laid, tuple(heights), tuple(tops), tuple(halves), bytes(places))

    def cell(self, name: str) -> CellTop:
        """Return the top of the cell of this name."""
        number = CELL_NUMBERS[name]
        tile = self.tops[number]
        if not tile:
            return CellTop(0, "X", 0, None, None)
        laid = self.laid[tile - 1]
        other = laid.second if laid.first == number else laid.first
        other_half = CELLS[other] if self.tops[other] == tile else None
        return CellTop(laid.height, self.halves[number], tile, laid.kind, other_half)

    def lines(self) -> tuple[Line, ...]:
        """The 12 lines, each from its first spot, in the ring's order."""
        lines: list[Line] = []
        for spot in range(len(SPOTS)):
            states, end = self.walk(spot)
            if spot < end:
                path = tuple(self._crossing(state) for state in states)
                lines.append(Line(SPOTS[spot], SPOTS[end], self.passes_along(states), path))
        return tuple(lines)

    def passes_between(self, spots: Sequence[int]) -> int:
        """Return the passes of all lines between these spots (numbers)."""
        total = 0
        for spot in spots:
            states, end = self.walk(spot)
            if spot < end and end in spots:
                total += self.passes_along(states)
        return total

    def walk(self, spot: int) -> tuple[list[int], int]:
        """Return the states of the line from a spot, and the spot at its other end."""
        halves = self.halves
        states: list[int] = []
        state = ENTRIES[spot]
        while state >= 0:
            states.append(state)
            state = ONWARD[halves[state >> 2]][state]
        return states, ~state

    def passes_along(self, states: Sequence[int]) -> int:
        """Return the sum of the heights of the tiles passed.

        Both halves of a tile in a row count once.
        """
        total = before = 0
        for state in states:
            tile = self.tops[state >> 2]
            if tile != before:
                total += self.heights[state >> 2]
                before = tile
        return total

    def _crossing(self, state: int) -> Crossing:
        cell, side = divmod(state, 4)
        return Crossing(CELLS[cell], SIDES[side], SIDES[EXITS[self.halves[cell]][side]])


WINNING_SCORE = 50
"""The score that makes the round the last (rules: passtally, "End")."""

MAX_ROUNDS_WITHOUT_TILE = 10
"""Rounds in a row without a tile that end the match (rules: passtally, "End")."""

MIN_PASSES = (1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56)
"""Minimum passes for each of `VICTORY_POINTS`."""

VICTORY_POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15)


def points(passes: int) -> int:
    """Return the victory points for the passes of one turn (rules: passtally, "Turn")."""
    return VICTORY_POINTS[bisect_right(MIN_PASSES, passes)]


HEAD_STARTS = (0, 1, 2, 3, 4, 5)
"""Points of seat 1 at the start (rules: passtally, "Options")."""


def points_at_start(head_start: int, players: int) -> tuple[int, ...]:
    """Return the points of each seat at the start.

    :param head_start: the points of seat 1. Of three players, seat 2 gets half, rounded down.
    """
    return (head_start, head_start // 2, 0) if players == 3 else (head_start, 0)


def ended_at_once(piles: Sequence[Sequence[str]], tiling: Tiling) -> str | None:
    """Return the code of an ending in the middle of a turn (rules: passtally, "End"), or None."""
    if not any(piles):
        return "piles_used_up"
    return None if tiling.has_a_place else "no_place"


EXCHANGED = str.maketrans("AB", "BA")
"""What a mirror does to the halves of a tile."""


def turned_cell(cell: str, *, mirrors: bool, quarter: int) -> str:
    """Return the target of a cell if columns are mirrored, then turned by some quarters."""
    column, row = divmod(CELL_NUMBERS[cell], SIZE)
    column = SIZE - 1 - column if mirrors else column
    for _ in range(quarter):
        column, row = row, SIZE - 1 - column
    return CELLS[column * SIZE + row]
