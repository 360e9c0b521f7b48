"""Immediate wins of Scalus, complete and faster than checking each outcome."""

from __future__ import annotations

from engine.forced_wins import any_winning_move
from engine.games.scalus.judge import winning_move_of
from rules.position import Move
from rules.scalus.board import BOARD, beside
from rules.scalus.position import ScalusPosition

_MAX_STONES = 5
"""Maximum number of enemy stones for trying all moves, since one may capture them all."""


def immediate_win(position: ScalusPosition) -> Move | None:
    """Return a move onto the headquarters, or one that leaves the opponent no stone or turn."""
    win = winning_move_of(position, position.seat)
    if win is not None:
        return win
    black, white = position.black, position.white
    own, enemy = (black, white) if position.seat == 1 else (white, black)
    # A move fills at most as many points as there are own stones, and captures at most as many.
    if enemy.bit_count() > own.bit_count():
        return None
    empty = BOARD & ~(black | white)
    if (beside(enemy) & empty).bit_count() > own.bit_count() and enemy.bit_count() > _MAX_STONES:
        return None
    return any_winning_move(position)
