"""The second click of a double click: the move is already made, and is not refused."""

from __future__ import annotations

from club.matches.match import Match
from rules.notation import advanced
from rules.position import Move

OVERTAKEN = frozenset({"stale", "match_over", "not_your_turn"})
"""Codes of refusals for a decision on a version of a match that is no longer the current one."""


def was_just_made(match: Match, user_id: int, steps: Move, version: int) -> bool:
    """Whether a person has already made a move, and nothing has happened since.

    :param steps: the steps that were clicked; those that leave no choice may be missing.
    :param version: the version of the match on which they were clicked.
    """
    player = match.player_of(user_id)
    if match.version != version + 1 or player is None or not match.played or not steps:
        return False
    last = match.played[-1]
    is_theirs = last.seat == player.seat and last.left is None
    return is_theirs and advanced(last.before, steps) == last.move
