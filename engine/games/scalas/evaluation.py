"""The evaluation of Scalas, by tops at the end and by cubes in hand before.

A player with cubes left when the other has none covers tops unhindered, so at first a cube in hand
is worth more than one on top, and a top that can be covered is worth less.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from itertools import compress
from operator import mul

from engine.alpha_beta import Judge
from engine.search import any_winning_move
from rules.position import Move
from rules.scalas.board import COLOURS
from rules.scalas.position import ScalasPosition

LEFT = (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)
"""The stages of a match, by the share of cubes still in hand."""

Weights = tuple[float, ...]
"""One weight for each of `features`."""

_ON_SMALL_BOARDS: tuple[Weights, ...] = (
    (1.230, -0.348, 1.988, -0.554, 0.187, -0.571),
    (0.720, -0.245, 1.147, -0.156, 0.022, -0.034),
    (0.498, -0.162, 0.843, -0.139, -0.006, 0.040),
    (0.384, -0.173, 0.737, -0.371, -0.001, 0.162),
    (0.227, -0.176, 0.648, -0.375, -0.022, 0.154),
    (0.097, -0.088, 0.601, -0.388, 0.002, 0.046),
    (-0.165, -0.014, 0.379, -0.412, -0.031, 0.097),
)
_ON_SIZE_7: tuple[Weights, ...] = (
    (1.211, -0.215, 2.199, -0.778, 0.017, 0.202),
    (0.744, -0.341, 1.323, -0.289, -0.003, 0.060),
    (0.409, -0.280, 0.851, -0.313, 0.009, 0.008),
    (0.274, -0.237, 0.624, -0.289, -0.007, 0.073),
    (0.155, -0.135, 0.463, -0.224, 0.000, 0.018),
    (0.091, -0.077, 0.442, -0.303, 0.005, 0.020),
    (0.007, -0.066, 0.188, -0.155, 0.002, 0.016),
)

WEIGHTS = {5: _ON_SMALL_BOARDS, 6: _ON_SMALL_BOARDS, 7: _ON_SIZE_7}
"""Weights by size and stage, as logarithms of odds of winning.

They are a logistic regression over self-play. Size 5 uses 200
matches with 200 nodes a move and fewer of these features. Size 7 uses 240 matches with 250 nodes
and the weights of size 5. On 60 other matches, this fit predicts results with a log-loss of 0.618,
compared to 0.635 for the weights of size 5. On size 6, a fit of as many matches was no better than
the weights of size 5 (0.560 for both), so it shares them.
"""


FEW_CUBES = 8
"""Maximum number of cubes in both hands for trying all moves. With more, hardly any match ends."""


def winning_move_at_the_end(position: ScalasPosition) -> Move | None:
    """Return a move that wins at once, by trying all if few cubes are left."""
    return any_winning_move(position) if sum(position.hands) <= FEW_CUBES else None


def stage_of(position: ScalasPosition) -> int:
    """Return the stage of a match, as an index of the `WEIGHTS` of a size."""
    return bisect_left(LEFT, sum(position.hands) / (2 * position.size**2))


def features(position: ScalasPosition) -> Weights:
    """Return the features of a position, from seat 1's view.

    They are the differences in tops, in tops that can be covered now, and in cubes in hand. Then
    follow 1 for the turn, the coverable tops of both seats, and a tenth of the buildable cells.
    These three have the sign of the seat to move, and are 0 while a choice is pending.
    """
    bits, allowed = position.grid.bits, position.buildable
    tops = [tower[-1:] for tower in position.towers]
    red, blue = (sum(compress(bits, map(colour.__eq__, tops))) for colour in COLOURS)
    red_open, blue_open = (red & allowed).bit_count(), (blue & allowed).bit_count()
    turn = 0 if position.pending else 3 - 2 * position.seat
    return (
        red.bit_count() - blue.bit_count(),
        red_open - blue_open,
        position.hands[0] - position.hands[1],
        turn,
        turn * (red_open + blue_open),
        turn * allowed.bit_count() / 10,
    )


class ScalasJudge(Judge[ScalasPosition]):
    """Tops and cubes in hand, weighed by the stage of the match."""

    scale = 1.0

    def evaluate(self, position: ScalasPosition) -> float:
        weights = WEIGHTS[position.size][stage_of(position)]
        value = sum(map(mul, weights, features(position)))
        return value if position.seat == 1 else -value

    def mover(self, position: ScalasPosition) -> int:
        return position.seat

    def is_over(self, position: ScalasPosition) -> bool:
        # While both have cubes there is almost always a move. The search notices exceptions.
        return not all(position.hands) and position.to_move is None

    def ordered(self, position: ScalasPosition, moves: Sequence[Move]) -> list[Move]:
        return list(moves)

    def winning_move(self, position: ScalasPosition) -> Move | None:
        """Return None, because wins are counted at the end, which the search reaches itself."""
        return None

    def is_quiet(self, position: ScalasPosition) -> bool:
        return not position.is_mid_turn

    def key(self, position: ScalasPosition) -> Hashable:
        return position


_NEAR_THE_END = 5
"""Maximum number of both players' cubes for trying immediate wins. With more, hardly any match
ends."""


def immediate_win(position: ScalasPosition) -> Move | None:
    """Return a move that ends the match with a win."""
    return any_winning_move(position) if sum(position.hands) <= _NEAR_THE_END else None
