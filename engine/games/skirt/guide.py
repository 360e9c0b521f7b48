"""The guide of Skirt, by random full boards and immediate wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from random import Random

from engine.games.skirt.fills import random_fills
from engine.tree_search import Assessment, Guide
from rules.position import Move
from rules.skirt.board import WINS, hexagon_of
from rules.skirt.position import SkirtPosition


class SkirtGuide(Guide[SkirtPosition]):
    """Values from random full boards. The weight of a turn follows from its cells in them."""

    exploration = 1.0
    doubt = 0.0
    sharpness = 12.0
    """How strongly a turn's weight grows with the gains of its cells."""

    def assess(self, position: SkirtPosition, moves: Sequence[Move], random: Random) -> Assessment:
        seat = position.to_move
        assert seat is not None
        fills = random_fills(position.size, position.stones, random)
        gains = [*fills.gains(seat), 0.0]
        cells = _cells_of_steps(position.size)
        promises = [
            exp(self.sharpness * sum([gains[cells[step]] for step in move])) for move in moves
        ]
        total = sum(promises)
        return Assessment((fills.share, 1 - fills.share), [promise / total for promise in promises])

    def winning_move(self, position: SkirtPosition) -> Move | None:
        seat = position.to_move
        assert seat is not None
        cells = _cells_of_steps(position.size)
        sides = [*position.touching[seat - 1], 0]
        for move in position.moves():
            together = 0
            for step in move:
                together |= sides[cells[step]]
            # Two stones may touch enough sides without being connected.
            if WINS[together] and position.play(move).outcome is not None:
                return move
        return None

    def reveal(self, position: SkirtPosition, random: Random) -> SkirtPosition:
        return position


@cache
def _cells_of_steps(size: int) -> dict[str, int]:
    """Return the cell of each step, one past the last for an origin with a stone."""
    hexagon = hexagon_of(size)
    standing = {f"({name})": len(hexagon.names) for name in hexagon.names}
    return standing | dict(hexagon.number)
