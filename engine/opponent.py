"""The computer opponent, which moves at a level and evaluates positions.

`choose` and `appraise` use plain values that can be sent to a worker process and back: the key of a
game and a position from `Position.encode`. Callers may send the whole position. The engine uses
only what the seat to move sees.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine.engine import Engine, Level, level_numbered
from engine.facts import Reason
from engine.reasons import reasons_for
from engine.registry import ENGINES
from engine.search import (
    Finding,
    Search,
    Values,
    any_winning_move,
    calibrated,
    values_of_win,
    win_in_turn,
    win_in_two,
)
from rules.position import Move, Position
from rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of the engine, in plain values."""

    move: str
    """The canonical text of the move."""
    line: tuple[str, ...]
    """The expected continuation as canonical texts, `move` first."""
    value: float
    """The mover's expected share of the win, from 0 to 1."""
    values: Values
    """The expected shares of all seats, seat 1 first, which add up to 1."""
    work: int
    """Simulations or nodes, by the game's search."""
    is_proven: bool
    """Whether the values are certain."""
    reasons: tuple[Reason, ...] = ()
    """Reasons for the move, hardest first, if requested."""


def choose(game: str, encoded: str, level: int, seed: int) -> Choice:
    """Return the move of a level. The same arguments give the same choice.

    :param game: the key of a game in `engine.registry.ENGINES`.
    :param encoded: a position that is not over.
    :raises ValueError: if the text is no position of the game or there is no such level.
    :raises KeyError: if the game has no engine.
    """
    position = GAMES[game].decode(encoded)
    return _visible_choice(position, move_of_level(game, position, level_numbered(level), seed))


def appraise(game: str, encoded: str, work: int, seed: int, *, explains: bool = False) -> Choice:
    """Return the best move and each seat's winning chance, without random moves.

    The chances are calibrated for the game, unless they are proven. Raises as `choose` does.

    :param explains: whether to add reasons for the move, which takes some milliseconds more.
    """
    position = GAMES[game].decode(encoded)
    finding = best_move(game, position, work, seed)
    if not finding.is_proven:
        values = calibrated(finding.values, ENGINES[game].confidence)
        finding = replace(finding, values=values)
    choice = _visible_choice(position, finding)
    if not explains:
        return choice
    visible = position.seen_by(position.to_move)
    return replace(choice, reasons=reasons_for(ENGINES[game], visible, finding.line[0]))


def move_of_level(game: str, position: Position, level: Level, seed: int) -> Finding:
    """Return `choose`'s result for a position in memory."""
    engine = ENGINES[game]
    visible = position.seen_by(position.to_move)
    random = Random(f"{seed} {visible.encode()}")
    if random.random() < level.random_move_chance:
        return _random_finding(engine, visible, random)
    work = engine.work_of(level)
    search = engine.opponent or engine.search
    if not level.looks_for_wins:
        return search.find(visible, work, random)
    return _search(engine, search, visible, work, random)


def best_move(game: str, position: Position, work: int, seed: int) -> Finding:
    """Return `appraise`'s result for a position in memory."""
    visible = position.seen_by(position.to_move)
    engine = ENGINES[game]
    return _search(engine, engine.search, visible, work, Random(seed))


def _search(
    engine: Engine, search: Search[Any], position: Position, work: int, random: Random
) -> Finding:
    """Return the search's result, unless there is a win in one or two moves."""
    seat = position.to_move
    assert seat is not None
    win = any_winning_move(position)
    if win is not None:
        return Finding((win,), values_of_win(seat, position.seats), 1, is_proven=True)
    line = win_in_turn(position, engine.search.winning_move)
    if line is None and engine.is_open:
        line = win_in_two(position, engine.winning_move or engine.search.winning_move)
    if line is not None:
        return Finding(line, values_of_win(seat, position.seats), 1, is_proven=True)
    return search.find(position, work, random)


def _random_finding(engine: Engine, position: Position, random: Random) -> Finding:
    """Return a random move, with the values that a first look expects."""
    moves = position.moves()
    move: Move = moves[int(random.random() * len(moves))]
    expected = engine.search.find(position, 1, random)
    return Finding((move,), expected.values, expected.work)


def _visible_choice(position: Position, finding: Finding) -> Choice:
    """Return a choice with the part of its line that doesn't depend on hidden information."""
    texts: list[str] = []
    seat = position.to_move
    assert seat is not None
    position = position.seen_by(seat)
    for move in finding.line:
        if move not in position.moves():
            break
        texts.append(position.text(move))
        position = position.play(move)
    return Choice(
        move=texts[0],
        line=tuple(texts),
        value=finding.values[seat - 1],
        values=finding.values,
        work=finding.work,
        is_proven=finding.is_proven,
    )


def random_move(position: Position, random: Random) -> Move:
    """Return a random legal move."""
    moves = position.moves()
    return moves[int(random.random() * len(moves))]


def greedy_move(game: str, position: Position, random: Random) -> Move:
    """Return an immediate win if there is one, else the engine's favourite without a search.

    In a game without an engine, return a random move.
    """
    if game not in ENGINES:
        return random_move(position, random)
    visible = position.seen_by(position.to_move)
    search = ENGINES[game].search
    return search.winning_move(visible) or search.greedy_move(visible, random)


def sensible_moves(game: str, position: Position, most: int) -> list[Move]:
    """Return a few promising moves to different places, if possible of different ideas.

    The same position gives the same moves, a quick favourite first. A game without an engine gives
    none.
    """
    if game not in ENGINES:
        return []
    random = Random(0)
    best = greedy_move(game, position, random)
    visible, facts = position.seen_by(position.to_move), ENGINES[game].facts
    better = _better_half(ENGINES[game].search, visible, random)
    # The best are often alike, so others are looked at too.
    candidates = [best, *better[:8], *better[8 :: 1 + len(better) // 16]]
    chosen: dict[Move, str] = {}
    places = set[str]()
    for may_repeat in (False, True):
        for move in candidates:
            cells = {cell for shift in facts.shifts(visible, move) for cell in shift}
            if len(chosen) == most or not places.isdisjoint(cells):
                continue
            idea = facts.idea(visible, move, visible.play(move))
            if may_repeat or idea not in chosen.values():
                chosen[move] = idea
                places |= cells
    return sorted(chosen, key=candidates.index)


def _better_half(search: Search[Any], position: Position, random: Random) -> list[Move]:
    """Return the moves that a first look prefers, best first."""
    moves = list(position.moves())
    random.shuffle(moves)
    weights = search.priors(position, moves, random)
    ranked = sorted(zip(weights, moves, strict=True), key=lambda each: -each[0])
    return [move for _, move in ranked[: (len(ranked) + 1) // 2]]
