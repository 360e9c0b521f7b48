"""Immediate wins of Scala, complete and faster than checking each outcome."""

from __future__ import annotations

from engine.games.scala.judge import winning_turn
from rules.position import Move
from rules.scala.board import (
    ALL,
    BITS,
    FIRST_CELLS,
    NEIGHBOURS,
    NEIGHBOURS_CONNECTED,
    with_neighbours,
)
from rules.scala.position import ScalaPosition

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
