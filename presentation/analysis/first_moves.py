"""Sensible first moves for a player who is new to a game."""

from __future__ import annotations

from random import Random

from club.matches.match import Match
from engine.simple_players import greedy_move
from rules.language import gettext
from rules.position import Move

MOST_MOVES = 3
"""Moves that are suggested."""

GLANCES = 8
"""Glances at the position, each of which may prefer another move."""


def sensible_moves(match: Match) -> list[Move]:
    """A few different moves that look good at a glance, always the same for a position."""
    moves: dict[Move, None] = {}
    for seed in range(GLANCES):
        moves[greedy_move(match.game.key, match.position, Random(seed))] = None
    return list(moves)[:MOST_MOVES]


def first_move_words() -> str:
    """What a new player reads above the panel."""
    return gettext("Your match has started, and you move first:")


def suggestion_words() -> str:
    """What a new player reads beside the suggested moves."""
    return gettext("Not sure yet? Try one of these; any legal move will do.")
