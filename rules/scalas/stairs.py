"""The stair rule of Scalas, and the cubes that one decision forces.

Source: rules: scalas, "The stair rule". *Levels* are sets of cells by height: first the cells of
the bottom level, then those one higher, and so on, empty for unused heights. Levels start at the
bottom level of their own board, which can differ between boards.

Source: rules: scalas, "Forced placement". A pending pair is represented by its span. Cubes
are only ever added, so its two cubes are covered exactly when one of the span's ends gets a cube.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from language.lists import Listed, series_of
from language.texts import Text, gettext, lazy_gettext
from rules.scalas.board import COLOURS, CellSet, Grid, Span

Levels = list[CellSet]


def levels_of(grid: Grid, heights: Sequence[int]) -> Levels:
    """Return the levels of a board.

    :param heights: the height of each cell.
    """
    levels = [0] * (max(heights) + 1)
    for bit, height in zip(grid.bits, heights, strict=True):
        levels[height] |= bit
    return levels[min(heights) :]


def ways_down(grid: Grid, levels: Levels) -> Iterator[tuple[CellSet, CellSet]]:
    """Yield the cells with a way down on each level, from the bottom up, while there are any.

    Before each set comes the part of it that is on the bottom or steps down at once. Ways are
    followed backwards, so that a step stays level or climbs by exactly 1.
    """
    stairs = levels[0]
    yield stairs, stairs
    for level in levels[1:]:
        steps = grid.beside(stairs) & level
        if not steps:
            return
        stairs = _spread(grid, steps, level)
        yield steps, stairs


def buildable(grid: Grid, levels: Levels) -> CellSet:
    """Return the cells on which the stair rule allows a cube."""
    allowed = 0
    if levels[0].bit_count() == 1:
        # A cube on the only lowest cell stands on the bottom level of the check after it.
        allowed = levels[0]
    ways = [*ways_down(grid, levels), (0, 0)]
    for (steps, stairs), (_, higher) in pairwise(ways):
        # From the new cube one steps down to a neighbour, whose way doesn't come back.
        allowed |= stairs & grid.beside(steps)
        # Any other way starts on a neighbour as high as the cell before, or as the new cube.
        undecided = stairs & grid.beside(stairs | higher) & ~allowed
        while undecided:
            cell = undecided & -undecided
            undecided ^= cell
            others = stairs & ~cell
            around = grid.neighbours[cell]
            if high := around & higher:
                around |= grid.beside(_spread(grid, high, higher))
            if _reaches(grid, around & others, others, steps):
                allowed |= cell
    return allowed


def leads_down(grid: Grid, levels: Levels, cell: CellSet) -> bool:
    """Whether a way leads from this cell's top to the bottom."""
    return any(stairs & cell for _, stairs in ways_down(grid, levels))


def raised(levels: Levels, cell: CellSet, height: int) -> Levels:
    """Return the levels after one more cube on a cell of `levels[height]`."""
    after = [*levels, 0]
    after[height] ^= cell
    after[height + 1] |= cell
    return after if after[0] else after[1:]


def dead_end(grid: Grid, levels: Levels, cell: CellSet) -> tuple[int, CellSet]:
    """Return the lowest level that can be reached from a cell, and its cells within reach."""
    height = next(height for height, level in enumerate(levels) if level & cell)
    reached = _spread(grid, cell, levels[height])
    while height and (lower := grid.beside(reached) & levels[height - 1]):
        height -= 1
        reached = _spread(grid, lower, levels[height])
    return height, reached


def _spread(grid: Grid, cells: CellSet, level: CellSet) -> CellSet:
    """The cells, and all that level steps reach from them."""
    column = grid.size + 1
    newest = cells
    while newest:
        # As in `Grid.beside`, whose call would take longer than the shifts.
        newest = newest << 1 | newest >> 1 | newest << column | newest >> column
        newest &= level & ~cells
        cells |= newest
    return cells


def _reaches(grid: Grid, cells: CellSet, level: CellSet, targets: CellSet) -> bool:
    """Whether level steps lead from one of these cells to a target, or one is a target."""
    column = grid.size + 1
    while cells and not cells & targets:
        level &= ~cells
        cells = (cells << 1 | cells >> 1 | cells << column | cells >> column) & level
    return bool(cells)


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
