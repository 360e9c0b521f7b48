"""Wins in one and two moves by trying everything.

A search that samples, or that stops in the middle of a depth, may overlook what any player would
see. This doesn't.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.search import P
from rules.position import Move, Position

WinningMove = Callable[[Position], Move | None]
"""Gives a move that ends the match and wins it for the seat to move, None where it sees none."""


def any_winning_move(position: Position) -> Move | None:
    """The first move that wins at once; looks at every move's outcome, so it is slow and exact."""
    seat = position.to_move
    for move in position.moves():
        outcome = position.play(move).outcome
        if outcome is not None and outcome.winners == (seat,):
            return move
    return None


def win_in_turn(position: P, winning_move: Callable[[P], Move | None]) -> tuple[Move, ...] | None:
    """Two moves of one seat in a row, the second of which wins; None where there are none."""
    seat = position.to_move
    for move in position.moves():
        after = position.play(move)
        if after.to_move == seat:
            win = winning_move(after)
            if win is not None:
                return move, win
    return None


def win_in_two(position: P, winning_move: Callable[[P], Move | None]) -> tuple[Move, ...] | None:
    """A line of three moves: after the first, every reply of the other seat leaves a win in one.

    The reply in it is one of the many. What refuted one move is tried first against the next, so
    that moves that threaten nothing cost a reply or two.

    :param position: of two seats, with nothing hidden.
    :param winning_move: it may overlook wins; the win in two is then overlooked too.
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
