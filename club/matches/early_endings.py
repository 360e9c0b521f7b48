"""Changes that end a match early, or take one player out of it while the others play on."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from club.endings import LEFT_EVENT, MODERATED, OUT_OF_TIME, RESIGNED
from club.matches import match_transactions
from club.matches.match import Match, MatchChange, Player
from club.matches.player_moves import PlayerMove
from club.members import audit
from club.members.audit import Admin
from rules.replay import Cause, leave
from storage.database.transaction import Transaction
from storage.matches.stored_match import Result

log = logging.getLogger(__name__)


def leave_change(
    match: Match, player: Player, cause: Cause, *, left_event: bool = False
) -> MatchChange:
    """Return a change by which a player leaves a match, which ends unless others play on."""
    others = [each.seat for each in match.playing if each != player]
    # Computers don't play on alone, so the last person to leave loses to all of them.
    if len(others) > 1 and not match.is_last_person(player):
        kind = "resign" if cause == "resigns" else "time out"
        departure = PlayerMove(leave(match.position, player.seat, cause), player.user_id, kind)
        return lambda tx, now: match_transactions.record(tx, match, departure, now)
    reason = RESIGNED if cause == "resigns" else OUT_OF_TIME
    if left_event:
        reason = LEFT_EVENT
    result = Result(winners=others, reason=reason, scores=None, values={"seat": player.seat})
    return lambda tx, now: match_transactions.end(tx, match, "over", result, now)


def abort_change(match: Match, reason: str, **values: Any) -> MatchChange:
    """Return a change that aborts a match.

    :param values: values for the reason's words.
    """
    result = Result(winners=[], reason=reason, scores=None, values=values)
    log.info("aborting match %s (%s): %r", match.id, reason, values)
    return lambda tx, now: match_transactions.end(tx, match, "aborted", result, now)


def moderation_change(match: Match, name: str, why: str, admin: Admin | None) -> MatchChange:
    """Return a change that aborts a match for a moderator and adds it to the server's audit log.

    :param admin: the moderator, or None if unknown.
    """
    admin_values = {} if admin is None else {"user_id": admin.user_id}
    abort = abort_change(match, MODERATED, name=name, why=why, **admin_values)

    async def change(tx: Transaction, now: datetime) -> Match:
        ended = await abort(tx, now)
        if admin is not None:
            for guild_id in match.stored.guild_ids:
                await audit.note(tx, guild_id, admin, now, audit.MATCH, None, match.id)
        return ended

    return change
