"""Detection of double clicks, whose second click is not refused as outdated."""

from __future__ import annotations

from club.matches.match import Match
from rules.notation import add_forced_steps
from rules.position import Move

OVERTAKEN = frozenset({"stale", "match_over", "not_your_turn"})
"""Codes of refusals for a decision based on an outdated version of a match."""


def was_just_made(match: Match, user_id: int, steps: Move, version: int) -> bool:
    """Whether a user has just made this move, with no change since.

    :param steps: the clicked steps, possibly without forced ones.
    :param version: the version of the match the clicked control belongs to.
    """
    player = match.player_of(user_id)
    if match.version != version + 1 or player is None or not match.played or not steps:
        return False
    last = match.played[-1]
    is_theirs = last.seat == player.seat and last.left is None
    return is_theirs and add_forced_steps(last.before, steps) == last.move
