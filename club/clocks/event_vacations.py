"""How much of people's vacations stops their clocks in an event: some days in all, so that nobody
keeps a round waiting."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from club.clocks.pace import DAY
from storage.database.transaction import Transaction
from storage.events import events as stored_events
from storage.matches.matches import StoredMatch
from storage.members import vacations
from storage.members.vacations import Vacation


async def away_until(
    tx: Transaction, event_id: int, user_ids: Collection[int], now: datetime
) -> dict[int, datetime]:
    """Until when the clocks of each of some users stand in an event; who plays is left out."""
    begin, most = await _terms(tx, event_id)
    found: dict[int, datetime] = {}
    for user_id in user_ids:
        spans = _counted(await vacations.since(tx, user_id, begin), begin, most)
        until = max((end for _, end in spans), default=now)
        if until > now:
            found[user_id] = until
    return found


async def time_stopped(
    tx: Transaction, user_id: int, matches: Sequence[StoredMatch]
) -> dict[int, timedelta]:
    """How long a user's vacations stop, or have stopped, their clocks in the event of each match
    that belongs to one, by match."""
    found: dict[int, timedelta] = {}
    for match in matches:
        if match.event_id is not None:
            begin, most = await _terms(tx, match.event_id)
            spans = _counted(await vacations.since(tx, user_id, begin), begin, most)
            found[match.id] = sum((end - start for start, end in spans), timedelta())
    return found


async def spans(tx: Transaction, event_id: int, user_id: int) -> list[tuple[datetime, datetime]]:
    """Return when a user's vacations stop, or have stopped, their clocks in an event."""
    begin, most = await _terms(tx, event_id)
    return _counted(await vacations.since(tx, user_id, begin), begin, most)


async def most_stopped(tx: Transaction, event_id: int) -> timedelta:
    """How long vacations can stop somebody's clocks in an event."""
    _, most = await _terms(tx, event_id)
    return most


async def _terms(tx: Transaction, event_id: int) -> tuple[datetime, timedelta]:
    event = await stored_events.present(tx, event_id)
    return event.started_at or event.created_at, event.terms.vacation_days * DAY


def _counted(
    taken: Sequence[Vacation], begin: datetime, most: timedelta
) -> list[tuple[datetime, datetime]]:
    """The parts of vacations that count, the first first, until no days are left."""
    found: list[tuple[datetime, datetime]] = []
    left = most
    for vacation in taken:
        start = max(vacation.begins_at, begin)
        length = min(vacation.ends_at - start, left)
        if length > timedelta():
            found.append((start, start + length))
            left -= length
    return found
