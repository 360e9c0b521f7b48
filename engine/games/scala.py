"""What the alpha–beta search needs to know of Scala: how far the stones of each side have come."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.alpha_beta import Judge
from rules.position import Move
from rules.scala.board import BITS, GOALS, NAMES, NEIGHBOURS
from rules.scala.position import ScalaPosition

ROWS_WORTH = (0, 90, 70, 55, 44, 36, 30, 25, 21, 18, 15, 12, 10, 8, 6, 5, 4)
"""What a stone is worth by its steps to the goal, the hole walked around."""


def steps_to(goal: str) -> dict[int, int]:
    """By a cell's bit: the steps from there to the goal on an empty board."""
    distance = {BITS[goal]: 0}
    reached = [BITS[goal]]
    for cell in reached:
        for neighbour in NAMES:
            if NEIGHBOURS[cell] & neighbour and neighbour not in distance:
                distance[neighbour] = distance[cell] + 1
                reached.append(neighbour)
    return distance


_DISTANCES = {seat: steps_to(goal) for seat, goal in GOALS.items()}
_STEPS = {
    seat: {NAMES[bit]: steps for bit, steps in distances.items()}
    for seat, distances in _DISTANCES.items()
}
_BANDS = {
    seat: tuple(
        (sum(bit for bit, steps in distances.items() if steps == band), ROWS_WORTH[band])
        for band in range(1, max(distances.values()) + 1)
    )
    for seat, distances in _DISTANCES.items()
}
"""By seat: the sets of cells at each distance from its goal, with what a stone there is worth."""

_BEFORE_GOAL = {seat: NEIGHBOURS[BITS[goal]] for seat, goal in GOALS.items()}
"""By seat: the cells next to its goal. Without a stone there nothing steps or jumps onto it."""


class ScalaJudge(Judge[ScalaPosition]):
    """Stones near their goal are worth most; a stone more is worth something anywhere."""

    scale = 40.0

    def evaluate(self, position: ScalaPosition) -> float:
        first, second = position.history[-1]
        value = _worth(1, first) - _worth(2, second)
        return value if position.seat == 1 else -value

    def ordered(self, position: ScalaPosition, moves: Sequence[Move]) -> list[Move]:
        steps = _STEPS[position.seat]
        return sorted(moves, key=lambda move: steps[move[1]] - steps[move[0]])

    def winning_move(self, position: ScalaPosition) -> Move | None:
        return _win_of(position, position.seat)

    def is_quiet(self, position: ScalaPosition) -> bool:
        """The seat that has just moved doesn't threaten to reach its goal."""
        first, second = position.history[-1]
        other = 3 - position.seat
        if not (first | second) & _BEFORE_GOAL[other]:
            return True
        return _win_of(ScalaPosition(other, ((first, second),)), other) is None

    def mover(self, position: ScalaPosition) -> int:
        return position.seat

    def is_over(self, position: ScalaPosition) -> bool:
        """Only listing the moves shows it, except a goal reached; but the search stops before
        that, at the winning move."""
        return False

    def key(self, position: ScalaPosition) -> Hashable:
        return position.seat, position.history[-1]


def _worth(seat: int, stones: int) -> int:
    return sum([worth * (stones & band).bit_count() for band, worth in _BANDS[seat]])


def _win_of(position: ScalaPosition, seat: int) -> Move | None:
    first, second = position.history[-1]
    if not (first | second) & _BEFORE_GOAL[seat]:
        return None
    goal = GOALS[seat]
    bit = BITS[goal]
    moves = position.moves()
    for start in position.stones(seat):
        onto_goal = moves.ends_from(start) & bit
        # A stone that is cut off on its goal is removed and doesn't win.
        if onto_goal and position.play((start, goal)).has_reached_its_goal(seat):
            return start, goal
    return None
