"""Passtally's lines as flat tables, to score a move quickly.

The result is that of `PasstallyPosition.passes`, but a tile is laid, counted and taken off again
without a new position, and only the lines through its two cells are followed again.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.passtally.board import ENTRIES, SPOTS
from rules.passtally.tiles import ONWARD, halves_as_laid
from rules.passtally.tiling import Tiling

Markers = Sequence[Sequence[int]]
"""The spots (numbers) of each seat's markers."""

Joined = tuple[tuple[int, int], ...]
"""The passes of each seat's lines and the number of these lines."""


class Lines:
    """The lines of one board, with their ends and passes."""

    def __init__(self, tiling: Tiling) -> None:
        self._halves = list(tiling.halves)
        self._heights = list(tiling.heights)
        self._tops = list(tiling.tops)
        self._new_tile = len(tiling.laid) + 1
        self.ends = [0] * len(SPOTS)
        """The spot at the other end of each spot's line."""
        self.passes = [0] * len(SPOTS)
        """The passes of each spot's line."""
        self._starts_through: list[list[int]] = [[] for _ in tiling.heights]
        """A spot of each line that goes through each cell."""
        for spot in range(len(SPOTS)):
            end, passes, cells = self._walk(spot)
            self.ends[spot] = end
            self.passes[spot] = passes
            if spot < end:
                for cell in {*cells}:
                    self._starts_through[cell].append(spot)

    def joined(self, markers: Markers) -> Joined:
        """Return the lines of each seat's markers."""
        ends, passes = self.ends, self.passes
        pairs: list[tuple[int, int]] = []
        for spots in markers:
            total = lines = 0
            for spot in spots:
                if spot < ends[spot] and ends[spot] in spots:
                    total += passes[spot]
                    lines += 1
            pairs.append((total, lines))
        return tuple(pairs)

    def joined_with_tile(self, kind: str, first: int, second: int, markers: Markers) -> Joined:
        """Return what `joined` would return after laying a tile, which must be legal."""
        halves, heights, tops = self._halves, self._heights, self._tops
        before = halves[first], halves[second], heights[first], tops[first], tops[second]
        halves[first], halves[second] = halves_as_laid(kind, first, second)
        heights[first] = heights[second] = before[2] + 1
        tops[first] = tops[second] = self._new_tile
        ends, passes = self.ends, self.passes
        self.ends, self.passes = ends.copy(), passes.copy()
        # The lines through the two cells keep their ends, but join them differently.
        open_ends = {*self._starts_through[first], *self._starts_through[second]}
        open_ends |= {ends[spot] for spot in open_ends}
        while open_ends:
            spot = open_ends.pop()
            end, counted, _ = self._walk(spot)
            open_ends.remove(end)
            self.ends[spot], self.ends[end] = end, spot
            self.passes[spot] = self.passes[end] = counted
        pairs = self.joined(markers)
        self.ends, self.passes = ends, passes
        halves[first], halves[second], heights[first], tops[first], tops[second] = before
        heights[second] = before[2]
        return pairs

    def _walk(self, spot: int) -> tuple[int, int, list[int]]:
        """The other end of a spot's line, its passes, and its cells."""
        halves, heights, tops = self._halves, self._heights, self._tops
        cells: list[int] = []
        total = before = 0
        state = ENTRIES[spot]
        while state >= 0:
            cell = state >> 2
            cells.append(cell)
            tile = tops[cell]
            if tile != before:
                total += heights[cell]
                before = tile
            state = ONWARD[halves[cell]][state]
        return ~state, total, cells
