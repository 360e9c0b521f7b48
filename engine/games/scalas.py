"""What the alpha–beta search needs to know of Scalas: tops count at the end, cubes in hand before.

Whoever has cubes left when the other has none covers tops unhindered, so that at first a cube in
hand is worth more than one on top. The weights are those of a logistic regression of 400 random
matches of size 5 by the share of cubes that were left.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence

from engine.alpha_beta import Judge
from rules.position import Move
from rules.scalas.position import ScalasPosition

LEFT = (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)
"""Shares of all cubes that are still in hand, upper ends of the stages of a match."""

TOP_WORTH = (1.06, 0.78, 0.74, 0.45, 0.11, 0.0, -0.14)
"""By stage, what one top more is worth."""

HAND_WORTH = (1.08, 0.62, 0.57, 0.46, 0.43, 0.33, 0.19)
"""By stage, what one cube more in hand is worth."""


class ScalasJudge(Judge[ScalasPosition]):
    """Tops and cubes in hand, weighed by how far the match has come."""

    scale = 1.0

    def evaluate(self, position: ScalasPosition) -> float:
        tops, hands = position.tops, position.hands
        stage = bisect_left(LEFT, sum(hands) / (2 * position.size**2))
        value = TOP_WORTH[stage] * (tops[0] - tops[1]) + HAND_WORTH[stage] * (hands[0] - hands[1])
        return value if position.seat == 1 else -value

    def mover(self, position: ScalasPosition) -> int:
        return position.seat

    def is_over(self, position: ScalasPosition) -> bool:
        return position.to_move is None

    def ordered(self, position: ScalasPosition, moves: Sequence[Move]) -> list[Move]:
        return list(moves)

    def winning_move(self, position: ScalasPosition) -> Move | None:
        """None: wins are counted at the end, which the search sees by itself."""
        return None

    def is_quiet(self, position: ScalasPosition) -> bool:
        return not position.is_mid_turn

    def key(self, position: ScalasPosition) -> Hashable:
        return position
