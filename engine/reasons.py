"""Reasons for a move: facts found by playing on and by null moves.

Common to all games are wins, defences against a win, and the only move. Each game adds its `Facts`.
All reasons are true of the position, but whether they make the move good is a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.engine import Engine
from engine.facts import Facts, Reason
from engine.search import WinningMove, any_winning_move, win_in_two
from rules.position import Move, Position

MAX_REASONS = 2
"""Maximum number of reasons for a move."""

MAX_MOVES = 500
"""With more moves, wins in two turns aren't searched."""

WINS = "wins"
"""The move wins at once or, if `number` is 2, in the next turn against any reply."""
STOPS = "stops"
"""Without it the other seat could win in `number` of its turns, starting with `line`."""
THREATENS = "threatens"
"""Unless it is prevented, `line` wins."""
ONLY_LEGAL = "only_legal"
"""There is no other legal move."""
ONLY_MOVE = "only_move"
"""After each of the `number` other moves the other seat wins at once."""


def reasons_for(engine: Engine, position: Position, move: Move) -> tuple[Reason, ...]:
    """Return up to `MAX_REASONS` reasons for a legal move, hardest first.

    :param position: the position as the seat to move sees it.
    """
    seat = position.to_move
    after = position.play(move)
    outcome = after.outcome
    if outcome is not None and outcome.winners == (seat,):
        return (Reason(WINS, 1),)
    if len(position.moves()) == 1:
        return (Reason(ONLY_LEGAL, is_soft=True),)
    facts = engine.facts
    reasons: list[Reason] = []
    if engine.is_open and outcome is None:
        reasons += _win_reasons(facts, position, move, after, engine.search.winning_move)
    reasons += facts.hard(position, move, after)
    if not reasons:
        reasons += [replace(each, is_soft=True) for each in facts.soft(position, move, after)]
    return tuple(reasons[:MAX_REASONS])


def _win_reasons(
    facts: Facts[Any], position: Position, move: Move, after: Position, winning_move: WinningMove
) -> Iterator[Reason]:
    """Reasons about wins of either seat."""
    line = _win_in_two_by(position, move, after, winning_move)
    if line is not None:
        win = after.play(line[1])
        yield Reason(WINS, 2, facts.cells_of(win, line[2]), _texts(position, line))
        return
    yield from _defence_reasons(facts, position, move, after, winning_move)
    next_turn = facts.passed(after)
    if next_turn is not None:
        win = winning_move(next_turn)
        if win is not None:
            cells = facts.cells_of(next_turn, win)
            yield Reason(THREATENS, 1, cells, (position.text(move), next_turn.text(win)))


def _defence_reasons(
    facts: Facts[Any], position: Position, move: Move, after: Position, winning_move: WinningMove
) -> Iterator[Reason]:
    """Reasons about prevented wins."""
    passed = facts.passed(position)
    if passed is None or after.to_move != passed.to_move:
        return
    threat = winning_move(passed)
    if threat is not None:
        if any_winning_move(after) is not None:
            return
        others = [other for other in position.moves() if other != move]
        if all(_loses_at_once(position, other, winning_move) for other in others):
            yield Reason(ONLY_MOVE, len(others))
        yield Reason(STOPS, 1, facts.cells_of(passed, threat), (passed.text(threat),))
        return
    if len(passed.moves()) > MAX_MOVES or len(position.moves()) > MAX_MOVES:
        return
    line = win_in_two(passed, winning_move)
    if line is None or any_winning_move(after) is not None:
        return
    if _is_refuted(after, line[0], winning_move) and win_in_two(after, winning_move) is None:
        yield Reason(STOPS, 2, facts.cells_of(passed, line[0]), _texts(passed, line))


def _win_in_two_by(
    position: Position, move: Move, after: Position, winning_move: WinningMove
) -> tuple[Move, ...] | None:
    """A line of three moves that starts with this one, or None unless every reply leaves a win."""
    seat = position.to_move
    if after.to_move == seat or len(after.moves()) > MAX_MOVES:
        return None
    line: tuple[Move, ...] | None = None
    for reply in after.moves():
        after_reply = after.play(reply)
        win = winning_move(after_reply) if after_reply.to_move == seat else None
        if win is None:
            return None
        line = line or (move, reply, win)
    return line


def _loses_at_once(position: Position, move: Move, winning_move: WinningMove) -> bool:
    after = position.play(move)
    return after.to_move not in (None, position.to_move) and winning_move(after) is not None


def _is_refuted(position: Position, move: Move, winning_move: WinningMove) -> bool:
    """Whether this move is no longer possible, or some reply to it leaves no win."""
    if move not in position.moves():
        return True
    threat = position.play(move)
    return any(
        after.to_move != position.to_move
        or (winning_move(after) is None and any_winning_move(after) is None)
        for after in map(threat.play, threat.moves())
    )


def _texts(position: Position, line: tuple[Move, ...]) -> tuple[str, ...]:
    texts: list[str] = []
    for move in line:
        texts.append(position.text(move))
        position = position.play(move)
    return tuple(texts)
