"""Puzzles of Skirt: wins by force, of which there may be several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

from engine.facts import Reason
from engine.games.skirt import ENGINE, LINK, THREE_SIDES
from engine.puzzles.library import Theme
from making.puzzles.forced import ForcedWins
from making.puzzles.kinds import View, owned, turned
from rules.replay import Played
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

    def themes_of(self, line: Sequence[Played[SkirtPosition]]) -> Iterator[Theme]:
        yield from super().themes_of(line)
        first = line[0]
        if any(reason.code == "links" for reason in self._reasons(first)):
            yield LINK
        outcome = line[-1].after.outcome
        if outcome is not None and outcome.reason == "three_sides":
            yield THREE_SIDES

    def _reasons(self, played: Played[SkirtPosition]) -> Sequence[Reason]:
        return self.facts.soft(played.before, played.move, played.after)

    def views(self, position: SkirtPosition) -> Iterator[View]:
        """Yield six rotations, each also mirrored. The colours are alike after the first turn."""
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
    """The target of each cell under the twelve symmetries of the board."""
    hexagon = hexagon_of(size)
    # A rotation permutes these coordinates, which sum to zero, and their signs.
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


FINDER = SkirtPuzzles(ENGINE)
