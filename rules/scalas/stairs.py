"""The stair rule of Scalas: from where a way leads down, and which cells may be built on.

Source: rules: scalas, "The stair rule". *Levels* are sets of cells by height: first the
cells of the bottom level, then those one higher, and so on, empty for heights that no cell has.
Levels begin at the bottom level of their own board, so that it is found anew whenever they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules.scalas.board import CellSet, Grid

Levels = list[CellSet]


def levels_of(grid: Grid, heights: Sequence[int]) -> Levels:
    """The levels of a board with these heights, one a cell."""
    levels = [0] * (max(heights) + 1)
    for bit, height in zip(grid.bits, heights, strict=True):
        levels[height] |= bit
    return levels[min(heights) :]


def ways_down(grid: Grid, levels: Levels) -> Iterator[tuple[CellSet, CellSet]]:
    """For each level the cells from which a way leads down to the bottom, while there are any.

    Before each set comes the part of it from which one steps down at once, or stands on the bottom.
    Walked backwards, from the bottom upwards: a step stays level or climbs by exactly 1.
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
    """The cells on which the stair rule allows a cube."""
    allowed = 0
    if levels[0].bit_count() == 1:
        # A cube on the only lowest cell stands on the bottom level that the check after it finds.
        allowed = levels[0]
    ways = [*ways_down(grid, levels), (0, 0)]
    for (steps, stairs), (_, higher) in pairwise(ways):
        # From the new cube one steps down to a neighbour that needn't come back to go on.
        allowed |= stairs & grid.beside(steps)
        # Any other way begins on a neighbour as high as the cell before, or as the new cube.
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
    """Whether a way leads from this cell's top down to the bottom."""
    return any(stairs & cell for _, stairs in ways_down(grid, levels))


def raised(levels: Levels, cell: CellSet, height: int) -> Levels:
    """The levels after one more cube on a cell that is in `levels[height]` now."""
    after = [*levels, 0]
    after[height] ^= cell
    after[height + 1] |= cell
    return after if after[0] else after[1:]


def dead_end(grid: Grid, levels: Levels, cell: CellSet) -> tuple[int, CellSet]:
    """How far down one gets from a cell: the level, and all cells of it that can be reached."""
    height = next(height for height, level in enumerate(levels) if level & cell)
    reached = _spread(grid, cell, levels[height])
    while height and (lower := grid.beside(reached) & levels[height - 1]):
        height -= 1
        reached = _spread(grid, lower, levels[height])
    return height, reached


def _spread(grid: Grid, cells: CellSet, level: CellSet) -> CellSet:
    """The cells, and all that can be reached from them by level steps."""
    newest = cells
    while newest:
        newest = grid.beside(newest) & level & ~cells
        cells |= newest
    return cells
