"""Sensible first moves for a player who is new to a game."""

from __future__ import annotations

from random import Random

from club.matches.match import Match
from engine.opponent import greedy_move
from language.texts import gettext
from rules.position import Move

MAX_MOVES = 3
"""Maximum number of suggested moves."""

GLANCES = 8
"""Number of quick evaluations, each of which may prefer a different move."""


def sensible_moves(match: Match) -> list[Move]:
    """Return a few promising moves of a position, deterministically."""
    moves: dict[Move, None] = {}
    for seed in range(GLANCES):
        moves[greedy_move(match.game.key, match.position, Random(seed))] = None
    return list(moves)[:MAX_MOVES]


def first_move_words() -> str:
    """Return the text above the panel for a new player."""
    return gettext("Your match has started, and you move first:")


def suggestion_words() -> str:
    """Return the text beside the suggested moves for a new player."""
    return gettext("Not sure yet? Try one of these. Any legal move will do.")
