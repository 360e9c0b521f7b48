"""Predicates on a member's running matches, to find those that a command may be meant for.

They look at stored matches only. The command itself still checks its match.
"""

from __future__ import annotations

from club.clocks.pace import pace_of
from club.matches.match import has_turn
from rules.registry import GAMES
from storage.matches.stored_match import StoredMatch


def takes_hints(match: StoredMatch, user_id: int) -> bool:
    """Whether it is the user's turn, against computers only."""
    others = [seat for seat in match.seats if seat.user_id != user_id]
    return has_turn(match, user_id) and all(seat.level is not None for seat in others)


def takes_plans(match: StoredMatch, user_id: int) -> bool:
    """Whether it is someone else's turn."""
    return not has_turn(match, user_id)


def takes_draws(match: StoredMatch, user_id: int) -> bool:
    """Whether the game can be drawn."""
    return GAMES[match.game].has_draws


def takes_back(match: StoredMatch, user_id: int) -> bool:
    """Whether there is a move to take back."""
    return match.ply > 0


def takes_pauses(match: StoredMatch, user_id: int) -> bool:
    """Whether there are clocks, and no event waits for the match."""
    return match.event_id is None and pace_of(match.pace).time is not None


def takes_aborts(match: StoredMatch, user_id: int) -> bool:
    """Whether the match belongs to no event."""
    return match.event_id is None
