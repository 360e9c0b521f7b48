"""Forced placement in Scalas: the consequences of one decision.

Source: rules: scalas, "Forced placement". A pending pair is represented by its span. Cubes
are only ever added, so its two cubes are covered exactly when one of the span's ends gets a cube.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.language import Text, gettext, lazy_gettext
from rules.listing import Listed, series_of
from rules.scalas.board import COLOURS, Grid, Span


@dataclass(frozen=True, slots=True)
class Pair:
    """Two top cubes, two cells apart, of the same colour and height."""

    cells: tuple[str, str]
    colour: str
    """The letter of both cubes."""
    height: int
    """The height of both towers, in cubes."""

    @property
    def text(self) -> Text:
        """ "c3 and e3 are both red at height 2"."""
        first, last = self.cells
        if COLOURS.index(self.colour) == 0:
            return lazy_gettext(
                "{first} and {last} are both red at height {height}",
                first=first,
                last=last,
                height=self.height,
            )
        return lazy_gettext(
            "{first} and {last} are both blue at height {height}",
            first=first,
            last=last,
            height=self.height,
        )


@dataclass(frozen=True, slots=True)
class PlacedCube:
    """One cube of a move, with the pairs that force it, if any."""

    cell: str
    forcing_pairs: tuple[Pair, ...]

    @property
    def forced(self) -> bool:
        """Whether pairs force it, even if the mover chose it among several cells."""
        return bool(self.forcing_pairs)

    @property
    def words(self) -> str:
        """ "c4, forced: c3 and c5 are both red at height 1", or the cell alone."""
        if not self.forcing_pairs:
            return self.cell
        return gettext("{cell}, forced: {pairs}", cell=self.cell, pairs=self.pairs)

    @property
    def pairs(self) -> Listed:
        """The pairs that force it: "c3 and c5 are both red at height 1; …"."""
        return series_of([pair.text for pair in self.forcing_pairs])


@dataclass(frozen=True, slots=True)
class Cascade:
    """The consequences of one decision, up to the next one."""

    cubes: tuple[PlacedCube, ...]
    """The cubes in the order placed."""
    towers: tuple[str, ...]
    hand: int
    """The mover's remaining cubes."""
    pending: tuple[Span, ...]
    """Sorted pairs that leave the mover a choice between cells. Empty if the turn is over."""


def cascade(
    grid: Grid,
    towers: Iterable[str],
    colour: str,
    hand: int,
    pending: Iterable[Span],
    cell: int,
) -> Cascade:
    """Place a cube of this colour on a cell, then fill forced cells until there is a choice."""
    towers = list(towers)
    pending = list(pending)
    cubes: list[PlacedCube] = []
    while True:
        forcing_pairs = [_pair(grid, towers, span) for span in pending if span[1] == cell]
        cubes.append(PlacedCube(grid.cells[cell], tuple(forcing_pairs)))
        towers[cell] += colour
        hand -= 1
        # A cube between its ends satisfies a pair, and a cube on one of its ends makes it lapse.
        pending = [span for span in pending if cell not in span]
        pending += pairs_made(grid, towers, cell)
        between = {span[1] for span in pending}
        if not hand:
            pending = []
        if not hand or len(between) != 1:
            return Cascade(tuple(cubes), tuple(towers), hand, tuple(sorted(pending)))
        (cell,) = between


def pairs_made(grid: Grid, towers: Sequence[str], cell: int) -> list[Span]:
    """Return the spans in which the top cube of a tower makes a pair."""
    height = len(towers[cell])
    colour = towers[cell][-1]
    return [
        span
        for other, span in grid.spans[cell]
        if len(towers[other]) == height and towers[other][-1] == colour
    ]


def _pair(grid: Grid, towers: Sequence[str], span: Span) -> Pair:
    low, _, high = span
    return Pair((grid.cells[low], grid.cells[high]), towers[low][-1], len(towers[low]))
