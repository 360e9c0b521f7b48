"""Two players to measure the levels against: one at random, one that looks a single move ahead."""

from __future__ import annotations

from random import Random

from engine.registry import ENGINES
from rules.position import Move, Position


def random_move(position: Position, random: Random) -> Move:
    """Any legal move, each equally likely."""
    moves = position.moves()
    return moves[int(random.random() * len(moves))]


def greedy_move(game: str, position: Position, random: Random) -> Move:
    """A win at once if there is one, else the move that the game's knowledge likes best.

    In a game that has no engine nothing is known, and any move is as good.
    """
    if game not in ENGINES:
        return random_move(position, random)
    visible = position.seen_by(position.to_move)
    search = ENGINES[game].search
    return search.winning_move(visible) or search.glance(visible, random)
