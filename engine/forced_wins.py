"""Wins in one and two moves by exhaustive search.

Unlike a search that samples, or stops in the middle of a depth, this overlooks no win.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.search import P
from rules.position import Move, Position

WinningMove = Callable[[Position], Move | None]
"""A function that returns a winning move for the seat to move, or None if it finds none."""


def any_winning_move(position: Position) -> Move | None:
    """Return the first move that wins at once. Slow but exact, because it checks every outcome."""
    seat = position.to_move
    for move in position.moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winners == (seat,):
            return move
    return None


def win_in_turn(position: P, winning_move: Callable[[P], Move | None]) -> tuple[Move, ...] | None:
    """Return two moves of one seat in a row, the second of which wins, or None."""
    seat = position.to_move
    for move in position.moves():
        after = position.play(move)
        if after.to_move == seat:
            win = winning_move(after)
            if win is not None:
                return move, win
    return None


def win_in_two(position: P, winning_move: Callable[[P], Move | None]) -> tuple[Move, ...] | None:
    """Return a line of three moves, after the first of which every reply leaves a win in one.

    The reply in the line is one of many. A reply that refutes one move is tried first against the
    next, so moves without threats take only a reply or two.

    :param position: a position of a two-seat game without hidden information.
    :param winning_move: finds immediate wins. Those that it overlooks are overlooked here too.
    """
    seat = position.to_move
    refutation: Move | None = None
    for move in position.moves():
        threat = position.play(move)
        if threat.to_move in (None, seat) or winning_move(threat) is not None:
            continue
        replies = list(threat.moves())
        if refutation in replies:
            replies.remove(refutation)
            replies.insert(0, refutation)
        line: tuple[Move, ...] | None = None
        for reply in replies:
            after = threat.play(reply)
            win = winning_move(after) if after.to_move == seat else None
            if win is None:
                refutation = reply
                line = None
                break
            line = (move, reply, win)
        if line is not None:
            return line
    return None
