"""The tiles laid in Passtally, the places for the next one, and the lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self

from rules.passtally.board import CELL_NUMBERS, CELLS, ENTRIES, PLACES, PLACES_AT, SIDES, SPOTS
from rules.passtally.tiles import EXITS, KINDS, ONWARD, halves_as_laid


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
    """The cell with the tile's other half, None if that is covered."""


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
            states, end = self._walk(spot)
            if spot < end:
                path = tuple(self._crossing(state) for state in states)
                lines.append(Line(SPOTS[spot], SPOTS[end], self._passes(states), path))
        return tuple(lines)

    def passes_between(self, spots: Sequence[int]) -> int:
        """Return the passes of all lines between these spots (numbers)."""
        total = 0
        for spot in spots:
            states, end = self._walk(spot)
            if spot < end and end in spots:
                total += self._passes(states)
        return total

    def _walk(self, spot: int) -> tuple[list[int], int]:
        """Return the states of the line from a spot, and the spot at its other end."""
        halves = self.halves
        states: list[int] = []
        state = ENTRIES[spot]
        while state >= 0:
            states.append(state)
            state = ONWARD[halves[state >> 2]][state]
        return states, ~state

    def _passes(self, states: Sequence[int]) -> int:
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
