"""Puzzles of Skirt: wins by force, of which there may be several."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from engine.puzzles.forced import ForcedWins
from engine.puzzles.kind import View
from engine.puzzles.views import owned, turned
from rules.position import Move
from rules.skirt.board import hexagon_of
from rules.skirt.position import SkirtPosition


class SkirtPuzzles(ForcedWins[SkirtPosition]):
    """Sides connected by force."""

    game = "skirt"
    sizes = (5, 5, 6)
    levels = (2, 2, 3)
    last = 10
    slips = 40
    share = 0.1
    reply_work = 30

    def win_at_once(self, position: SkirtPosition) -> Move | None:
        """The search's own look, which overlooks none."""
        return self.search.winning_move(position)

    def views(self, position: SkirtPosition) -> Iterator[View]:
        """Six turns, each mirrored too. The colours are alike after the first turn."""
        names, seat = position.hexagon.names, position.to_move
        stones = [
            (name, owner) for name, owner in zip(names, position.stones, strict=True) if owner
        ]
        marks = owned(
            [name for name, owner in stones if owner == seat],
            [name for name, owner in stones if owner != seat],
        )
        for places in _turns(position.size):
            yield str(position.size), *turned(names, marks, places.__getitem__)


@cache
def _turns(size: int) -> tuple[dict[str, str], ...]:
    """Where each cell comes to lie, by the twelve symmetries of the board."""
    hexagon = hexagon_of(size)
    # With these coordinates, which add up to nothing, turning exchanges them and their signs.
    cubes: dict[str, tuple[int, int, int]] = {}
    for y, row in enumerate(hexagon.rows):
        for place, cell in enumerate(row):
            x = place + max(0, y - size + 1) - (size - 1)
            up = y - (size - 1)
            cubes[hexagon.names[cell]] = (x, -up, up - x)
    names = {cube: name for name, cube in cubes.items()}
    return tuple(
        {
            name: names[sign * cube[order[0]], sign * cube[order[1]], sign * cube[order[2]]]
            for name, cube in cubes.items()
        }
        for order in permutations(range(3))
        for sign in (1, -1)
    )
