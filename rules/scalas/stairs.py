"""The stair rule of Scalas: ways down, and the cells where a cube can be placed.

Source: rules: scalas, "The stair rule". *Levels* are sets of cells by height: first the cells of
the bottom level, then those one higher, and so on, empty for unused heights. Levels start at the
bottom level of their own board, which can differ between boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.scalas.board import CellSet, Grid

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
            high = _spread(grid, grid.beside(cell) & higher, higher)
            low = grid.beside(cell | high) & others
            if low & steps or _spread(grid, low, others) & steps:
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
    newest = cells
    while newest:
        newest = grid.beside(newest) & level & ~cells
        cells |= newest
    return cells
