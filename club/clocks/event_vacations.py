"""Vacations in events, which stop a player's clocks for a limited number of days."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from club.clocks.pace import DAY
from storage.database.transaction import Transaction
from storage.events import events as stored_events
from storage.matches.stored_match import StoredMatch
from storage.members import vacations
from storage.members.vacations import Vacation


async def away_until(
    tx: Transaction, event_id: int, user_ids: Collection[int], now: datetime
) -> dict[int, datetime]:
    """Return when the clocks of users on vacation resume in an event, by user."""
    begin, max_time = await _terms(tx, event_id)
    result: dict[int, datetime] = {}
    for user_id in user_ids:
        spans = _counted_spans(await vacations.since(tx, user_id, begin), begin, max_time)
        until = max((end for _, end in spans), default=now)
        if until > now:
            result[user_id] = until
    return result


async def time_stopped(
    tx: Transaction, user_id: int, matches: Sequence[StoredMatch]
) -> dict[int, timedelta]:
    """Return how long a user's vacations stop their clocks in the event of each match.

    Matches outside events are left out.
    """
    result: dict[int, timedelta] = {}
    for match in matches:
        if match.event_id is not None:
            begin, max_time = await _terms(tx, match.event_id)
            spans = _counted_spans(await vacations.since(tx, user_id, begin), begin, max_time)
            result[match.id] = sum((end - start for start, end in spans), timedelta())
    return result


async def spans(tx: Transaction, event_id: int, user_id: int) -> list[tuple[datetime, datetime]]:
    """Return when a user's vacations stop, or have stopped, their clocks in an event."""
    begin, max_time = await _terms(tx, event_id)
    return _counted_spans(await vacations.since(tx, user_id, begin), begin, max_time)


async def max_time_stopped(tx: Transaction, event_id: int) -> timedelta:
    """Return the maximum time that vacations stop a player's clocks in an event."""
    _, max_time = await _terms(tx, event_id)
    return max_time


async def _terms(tx: Transaction, event_id: int) -> tuple[datetime, timedelta]:
    event = await stored_events.present(tx, event_id)
    return event.started_at or event.created_at, event.terms.vacation_days * DAY


def _counted_spans(
    all_vacations: Sequence[Vacation], begin: datetime, max_time: timedelta
) -> list[tuple[datetime, datetime]]:
    """Return the parts of vacations that count, in order, until no days are left."""
    result: list[tuple[datetime, datetime]] = []
    remaining = max_time
    for vacation in all_vacations:
        start = max(vacation.begins_at, begin)
        length = min(vacation.ends_at - start, remaining)
        if length > timedelta():
            result.append((start, start + length))
            remaining -= length
    return result


async def vacation_end(
    tx: Transaction, user_id: int, now: datetime, event_id: int | None = None
) -> datetime | None:
    """Return when a player's vacation ends, or None if they are not on vacation.

    :param event_id: an event, to return when the player's clocks resume in it.
    """
    if event_id is not None:
        return (await away_until(tx, event_id, [user_id], now)).get(user_id)
    unfinished = await vacations.unfinished(tx, user_id, now)
    return unfinished[-1].ends_at if unfinished else None
