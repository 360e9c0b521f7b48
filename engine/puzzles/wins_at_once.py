"""Wins on the spot, game by game, without overlooking any: quicker than to look at each outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.forced_wins import WinningMove, any_winning_move
from engine.registry import ENGINES
from rules.position import Move, Position
from rules.scala.board import ALL, BITS, FIRST_CELLS, NEIGHBOURS, NEIGHBOURS_HANG_TOGETHER
from rules.scala.board import with_neighbours as with_neighbours_in_scala
from rules.scala.position import ScalaPosition
from rules.scalus.board import BOARD, beside
from rules.scalus.position import ScalusPosition

_FIRST = {seat: BITS[cell] for seat, cell in FIRST_CELLS.items()}


def exact_win(game: str) -> WinningMove:
    """What finds a winning move wherever there is one, for positions of this game."""
    return _EXACT.get(game, any_winning_move)


def _of_scala(position: ScalaPosition) -> Move | None:
    """A stone onto the goal, or no legal turn left to the other."""
    win = ENGINES["scala"].search.winning_move(position)
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
    """Some stone of the seat to move can step so that all stones still hang together."""
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
            and NEIGHBOURS_HANG_TOGETHER[start][around]
            and NEIGHBOURS[start] & open_cells & with_neighbours_in_scala(around)
        ):
            return True
    return False


def _of_scalus(position: ScalusPosition) -> Move | None:
    """A stone on the headquarters, or no stone or no turn left to the other."""
    win = ENGINES["scalus"].search.winning_move(position)
    if win is not None:
        return win
    black, white = position.black, position.white
    own, enemy = (black, white) if position.seat == 1 else (white, black)
    # A move fills at most as many points as there are own stones, and takes at most as many.
    if enemy.bit_count() > own.bit_count():
        return None
    empty = BOARD & ~(black | white)
    if (beside(enemy) & empty).bit_count() > own.bit_count() and enemy.bit_count() > _LARGEST:
        return None
    return any_winning_move(position)


_LARGEST = 5
"""Enemy stones up to which all moves are tried, since one may take them all."""


def _of_skirt(position: Position) -> Move | None:
    return ENGINES["skirt"].search.winning_move(position)


_EXACT: dict[str, Callable[[Any], Move | None]] = {
    "scala": _of_scala,
    "scalus": _of_scalus,
    "skirt": _of_skirt,
}
