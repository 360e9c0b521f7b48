"""Finds puzzles in matches that the engine plays against itself, with random moves for variety."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.levels import LEVELS
from engine.opponent import move_of_level
from engine.puzzles.kind import PuzzleKind
from engine.puzzles.puzzle import Puzzle
from engine.registry import ENGINES
from engine.simple_players import random_move
from rules.position import Position
from rules.registry import GAMES

WHIMS = 0.08
"""How often a move is random, beside the levels' own."""

KINDS: dict[str, PuzzleKind[Any]] = {
    game: engine.puzzles for game, engine in ENGINES.items() if engine.puzzles is not None
}
"""The games with puzzles, by key."""


def found_in_match(game: str, number: int, least: int = 2) -> tuple[Puzzle, ...]:
    """Return the puzzles of the match of this number, without keys; deterministic.

    :param least: own turns that a win must take.
    :raises KeyError: if the game has no puzzles.
    """
    kind = KINDS[game]
    random = Random(f"puzzles {game} {number}" if least == 2 else f"{game} {number} {least}")
    positions = [each for each in _self_played(kind, random) if not each.is_mid_turn]
    return tuple(kind.found(positions, random, least=least))


def _self_played(kind: PuzzleKind[Any], random: Random) -> Iterator[Position]:
    """Yield the positions of a match before each move."""
    rules = GAMES[kind.game]
    options = rules.choose({"size": random.choice(kind.sizes)} if kind.sizes else {})
    position = rules.start(rules.deal(options, random))
    levels = [LEVELS[random.choice(kind.levels) - 1] for _ in range(position.seats)]
    opening = random.randrange(2, 7)
    seed = random.randrange(1 << 30)
    while position.to_move is not None:
        yield position
        if opening > 0 or random.random() < WHIMS:
            opening -= 1
            move = random_move(position, random)
        else:
            move = move_of_level(kind.game, position, levels[position.to_move - 1], seed).move
        position = position.play(move)
