"""Two players for measuring levels: a random one, and one that looks one move ahead."""

from __future__ import annotations

from random import Random

from engine.registry import ENGINES
from rules.position import Move, Position


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
    return search.winning_move(visible) or search.glance(visible, random)
