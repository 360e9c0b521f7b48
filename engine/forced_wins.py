"""Wins in one and two moves by exhaustive search.

Unlike a search that samples, or stops in the middle of a depth, this overlooks nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.search import P
from rules.position import Move, Position

WinningMove = Callable[[Position], Move | None]
"""Returns a winning move for the seat to move, or None if it sees none."""


def any_winning_move(position: Position) -> Move | None:
    """Return the first move that wins at once. Slow and exact: it checks every outcome."""
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
    """Return a line of three moves: after the first, every reply leaves a win in one.

    Its reply is one of many. Refutations are tried first against the next move, so moves without
    threats cost a reply or two.

    :param position: of two seats, without hidden parts.
    :param winning_move: wins that it overlooks are overlooked here.
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
