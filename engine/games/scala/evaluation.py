"""The evaluation of Scala by the progress of each side's stones, and its immediate wins.

The wins are complete, and found faster than by checking each outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from math import inf
from random import Random

from engine.alpha_beta import AlphaBeta, Judge
from engine.search import Finding
from rules.position import Move
from rules.scala.board import (
    ALL,
    BITS,
    FIRST_CELLS,
    GOALS,
    NAMES,
    NEIGHBOURS,
    NEIGHBOURS_CONNECTED,
    Stones,
    column_and_row,
    groups,
    landings,
    names_in,
    with_neighbours,
)
from rules.scala.position import ScalaPosition, surviving

ROWS_WORTH = (0, 90, 70, 55, 44, 36, 30, 25, 21, 18, 15, 12, 10, 8, 6, 5, 4)
"""The value of a stone by its steps to the goal, around the hole."""

RESERVE = tuple(6 * count - 12 * max(0, 10 - count) for count in range(15))
"""The value of a number of own stones in `CarefulJudge`, besides where they stand."""


def steps_to(goal: str) -> dict[int, int]:
    """Return the steps to the goal on an empty board, by the bit of a cell."""
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
"""The cells at each distance from a seat's goal, with a stone's value there."""

_WORTHS = {
    seat: {name: ROWS_WORTH[steps] for name, steps in by_name.items()}
    for seat, by_name in _STEPS.items()
}
"""The value of a stone by seat and cell."""

_GOALS = {seat: BITS[goal] for seat, goal in GOALS.items()}
_OPEN = {seat: ALL & ~BITS[cell] for seat, cell in FIRST_CELLS.items()}


def _jumped_from(goal: str) -> int:
    """Return the cells from which jumps could reach this one, given enough stones to jump over."""
    column, row = column_and_row(goal)
    kind = column % 2, row % 2
    cells = {bit: column_and_row(name) for bit, name in NAMES.items()}
    return sum(bit for bit, (column, row) in cells.items() if (column % 2, row % 2) == kind)


_JUMPED_FROM = {seat: _jumped_from(goal) for seat, goal in GOALS.items()}

_BEFORE_GOAL = {seat: NEIGHBOURS[BITS[goal]] for seat, goal in GOALS.items()}
"""The cells next to a seat's goal. Without a stone there, nothing can step or jump onto it."""

_CELLS_BEFORE_GOAL = {seat: frozenset(names_in(cells)) for seat, cells in _BEFORE_GOAL.items()}


class ScalaJudge(Judge[ScalaPosition]):
    """Adds up the values of stones, which are greatest near their goal."""

    scale = 40.0

    def evaluate(self, position: ScalaPosition) -> float:
        first, second = position.history[-1]
        value = _worth(1, first) - _worth(2, second)
        return value if position.seat == 1 else -value

    def ordered(self, position: ScalaPosition, moves: Sequence[Move]) -> list[Move]:
        steps = _STEPS[position.seat]
        return sorted(moves, key=lambda move: steps[move[1]] - steps[move[0]])

    def gains(self, position: ScalaPosition) -> Callable[[Move], float]:
        """Return the gain of the moved stone, if its move has no other effect."""
        seat = position.seat
        first, second = position.history[-1]
        stones = first | second
        worths = _WORTHS[seat]
        # A stone that leaves a gap may cause captures, and one next to the goal may threaten it.
        may_part = {
            NAMES[bit]
            for bit in _bits(stones)
            if not NEIGHBOURS_CONNECTED[bit][stones & NEIGHBOURS[bit]]
        }
        before_goal = _CELLS_BEFORE_GOAL[seat]

        def gain_of(move: Move) -> float:
            start, end = move
            if start in may_part or end in before_goal:
                return inf
            return worths[end] - worths[start]

        return gain_of

    def winning_move(self, position: ScalaPosition) -> Move | None:
        return winning_turn(position.seat, position.history[-1])

    def is_quiet(self, position: ScalaPosition) -> bool:
        """Whether the seat that has just moved doesn't threaten to reach its goal."""
        return winning_turn(3 - position.seat, position.history[-1]) is None

    def mover(self, position: ScalaPosition) -> int:
        return position.seat

    def is_over(self, position: ScalaPosition) -> bool:
        """Return False. Most endings only show in the list of moves.

        The search never gets to a reached goal, because it stops at the winning move.
        """
        return False

    def key(self, position: ScalaPosition) -> Hashable:
        return position.seat, position.history[-1]


class CarefulJudge(ScalaJudge):
    """Also counts the stones that one seat loses from a position on.

    Endings of a few stones, which can no longer build a bridge to the goal, are draws.
    """

    def __init__(self, position: ScalaPosition) -> None:
        self._seat = position.seat
        self._reserve = self._reserve_in(position)

    def evaluate(self, position: ScalaPosition) -> float:
        value = super().evaluate(position)
        lost = self._reserve - self._reserve_in(position)
        return value - lost if position.seat == self._seat else value + lost

    def _reserve_in(self, position: ScalaPosition) -> float:
        return RESERVE[position.history[-1][self._seat - 1].bit_count()]


class CarefulSearch(AlphaBeta[ScalaPosition]):
    """A search that avoids losing its own stones, even where it is ahead."""

    def find(self, position: ScalaPosition, work: int, random: Random) -> Finding:
        return AlphaBeta(CarefulJudge(position)).find(position, work, random)


@lru_cache(maxsize=1 << 14)
def _worth(seat: int, stones: int) -> int:
    return sum([worth * (stones & band).bit_count() for band, worth in _BANDS[seat]])


def winning_turn(seat: int, stones: Stones) -> Move | None:
    """Return a winning turn onto the goal for this seat if it were to move."""
    first, second = stones
    occupied = first | second
    if not occupied & _BEFORE_GOAL[seat]:
        return None
    own = stones[seat - 1]
    goal = _GOALS[seat]
    for start in _bits(_starts_onto_goal(seat, own, occupied)):
        change = start | goal
        after = (first ^ change, second) if seat == 1 else (first, second ^ change)
        # A stone that is cut off on its goal is removed and doesn't win.
        if surviving(groups(after[0] | after[1]), *after) & goal:
            return NAMES[start], GOALS[seat]
    return None


def _starts_onto_goal(seat: int, own: int, occupied: int) -> int:
    """The stones of a seat that a step or jumps can bring onto its goal, legal or not.

    Jumps are followed backwards from the goal. All cells of a chain are of one kind, so its first
    stone can be taken off the board while the jumped ones stay.
    """
    goal = _GOALS[seat]
    others = occupied & ~(own & _JUMPED_FROM[seat])
    reached, fresh = 0, goal
    while fresh:
        cell = fresh & -fresh
        before = landings(cell, others) & ~reached & _OPEN[seat]
        reached |= before
        fresh = fresh ^ cell | before & ~own
    return (reached | NEIGHBOURS[goal]) & own


def _bits(cells: int) -> Iterator[int]:
    """The cells of a set, one by one."""
    while cells:
        bit = cells & -cells
        yield bit
        cells ^= bit


_FIRST = {seat: BITS[cell] for seat, cell in FIRST_CELLS.items()}


def immediate_win(position: ScalaPosition) -> Move | None:
    """Return a stone's move onto the goal, or a move that leaves the opponent no legal turn."""
    win = winning_turn(position.seat, position.history[-1])
    if win is not None:
        return win
    seat = position.seat
    for move in position.moves():
        after = position.play(move)
        if _surely_has_a_turn(after):
            continue
        outcome = after.outcome
        if outcome is not None and outcome.winners == (seat,):
            return move
    return None


def _surely_has_a_turn(position: ScalaPosition) -> bool:
    """Whether some stone of the seat to move can step without splitting the stones."""
    first, second = position.history[-1]
    stones = first | second
    own = first if position.seat == 1 else second
    open_cells = ALL & ~stones & ~_FIRST[position.seat]
    while own:
        start = own & -own
        own ^= start
        around = stones & NEIGHBOURS[start]
        if (
            around
            and NEIGHBOURS_CONNECTED[start][around]
            and NEIGHBOURS[start] & open_cells & with_neighbours(around)
        ):
            return True
    return False
