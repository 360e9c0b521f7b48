"""Changes of events by organisers, all recorded in the server's audit log."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, TypeVarTuple

from club import audit
from club.audit import Admin
from club.references import Name
from extensions.events.club import changes as event_transactions
from extensions.events.club import course as courses
from extensions.events.club import entering, refusals
from extensions.events.club.course import EventCourse
from extensions.events.club.formats.registry import event_name, format_of
from extensions.events.club.news import add_news
from extensions.events.club.rounds import Progress
from extensions.events.club.standings import results
from extensions.events.storage import rounds as stored_rounds
from extensions.events.storage.events import Event, EventFields
from extensions.events.storage.rounds import Pairing, PairingOutcome
from language.texts import N_
from rules.refusal import Refusal
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches import moves
from storage.servers.audit import AuditCode

log = logging.getLogger(__name__)

EventChange = Callable[[Transaction, EventCourse, datetime], Awaitable[EventCourse]]
"""A change of a locked event in the caller's transaction, which may raise `Refusal`."""

Args = TypeVarTuple("Args")


def changing(
    change: Callable[[Transaction, EventCourse, *Args, datetime], Awaitable[EventCourse]],
) -> Callable[[EventChanges, int, *Args], Coroutine[Any, Any, Event]]:
    """Return a method that makes a change.

    It takes the number of the event, and what the change takes between the event and the time.
    """

    @wraps(change)
    async def method(changes: EventChanges, event_id: int, *args: *Args) -> Event:
        return await changes.make(event_id, lambda tx, course, now: change(tx, course, *args, now))

    return method


EXTENSION = timedelta(days=7)
"""The extension that an organiser can grant once per event."""


class EventChanges:
    """Applies changes of users to events."""

    def __init__(self, store: Store, clock: Callable[[], datetime], progress: Progress) -> None:
        self._store = store
        self._clock = clock
        self._progress = progress

    async def make(self, event_id: int, change: EventChange) -> Event:
        """Change an event and advance it if anything is due.

        The change is stored even if the event can't be advanced, which is retried later.

        :raises Refusal: `unknown_event`, or whatever the change raises.
        """
        now = self._clock()

        async def find_and_change(tx: Transaction) -> EventCourse:
            course = await courses.find(tx, event_id, locked=True)
            if course is None:
                raise refusals.unknown_event()
            return await change(tx, course, now)

        course = await self._store.write(find_and_change)
        if course.event.wakes_at is not None and course.event.wakes_at <= now:
            try:
                course = await self._progress.run_due_steps(course)
            except Exception:
                log.exception("could not advance event %s after a change", event_id)
        return course.event


async def opened(tx: Transaction, event: Event, admin: Admin, now: datetime) -> None:
    """Record that an organiser has opened an event."""
    await _note(tx, event, admin, "event opened", now)


async def close_entries(
    tx: Transaction, course: EventCourse, admin: Admin, now: datetime
) -> EventCourse:
    """Close the entries so that the event starts.

    :raises Refusal: `event_over`, `begun`, `too_few`.
    """
    event = _unfinished(course)
    if event.state != "open":
        raise refusals.begun(event)
    least = format_of(event).rules.min_entrants
    if len(course.current_entrants) < least:
        raise refusals.too_few(event, len(course.current_entrants), least)
    await _note(tx, event, admin, "event closed", now)
    return await event_transactions.save(tx, course, entries_close_at=now, wakes_at=now)


async def remove(
    tx: Transaction, course: EventCourse, user_id: int, admin: Admin, now: datetime
) -> EventCourse:
    """Remove an entrant for good. The matches they still play are lost.

    :raises Refusal: `event_over`, `not_entered`.
    """
    event = _unfinished(course)
    entrant = course.of_user(user_id)
    if entrant is None or entrant.state not in ("asked", "in"):
        raise Refusal(
            "not_entered", N_("This member isn't in {event}."), event=Name(event_name(event))
        )
    await _note(tx, event, admin, "event entrant", now, entrant=entrant.number)
    return await entering.remove_entrant(tx, course, entrant, "removed", now)


async def extend(tx: Transaction, course: EventCourse, admin: Admin, now: datetime) -> EventCourse:
    """Extend the entry period or the current round of an event by a week.

    :raises Refusal: `event_over`, `extended`, `no_date`.
    """
    event = _unfinished(course)
    if event.extended_at is not None:
        raise Refusal(
            "extended", N_("{event} has already been extended."), event=Name(event_name(event))
        )
    changes = EventFields(extended_at=now)
    if event.state == "open":
        if event.entries_close_at is None:
            words = N_("{event} starts when it's full, so there is no date to extend.")
            raise Refusal("no_date", words, event=Name(event_name(event)))
        closes_at = event.entries_close_at + EXTENSION
        changes.update(EventFields(entries_close_at=closes_at, wakes_at=closes_at))
    else:
        assert event.ends_at is not None
        ends_at = event.ends_at + EXTENSION
        longer = await stored_rounds.extend(tx, event.id, len(course.rounds), ends_at)
        course = course.with_rows(replace(event, ends_at=ends_at), rounds=[longer])
        wakes_at = course.wakes_by(format_of(event).next_due_at(course, now), now)
        if course.waiting_pairings:
            # The longer round may leave enough time for further matches to start.
            wakes_at = now
        changes.update(EventFields(ends_at=ends_at, wakes_at=wakes_at))
    await _note(tx, event, admin, "event extended", now)
    await add_news(tx, event, now, "extended")
    return await event_transactions.save_and_show(tx, course, now, **changes)


async def adjudicate(
    tx: Transaction,
    course: EventCourse,
    match_id: int,
    winner_id: int | None,
    admin: Admin,
    now: datetime,
) -> EventCourse:
    """Decide a match of the current round. It may be played on, but then counts for nothing.

    Players who have left the event have lost it already.

    :param winner_id: the winner, or None for a draw.
    :raises Refusal: `event_over`, `not_running`, `not_of_event`, `settled`, `not_playing`.
    """
    event = _unfinished(course)
    if event.state != "running":
        raise refusals.not_running(event)
    pairing = next((each for each in course.pairings if each.match_id == match_id), None)
    if pairing is None:
        words = N_("Match {id} doesn't belong to {event}.")
        raise Refusal("not_of_event", words, id=match_id, event=Name(event_name(event)))
    if course.rounds[pairing.round - 1].over_at is not None or not pairing.is_open:
        words = N_("The result of match {id} in {event} is final.")
        raise Refusal("settled", words, id=match_id, event=Name(event_name(event)))
    record = await moves.of_match(tx, match_id)
    match = await stored_matches.current(tx, match_id, locked=True)
    forfeits = results.forfeited_seats(match, record, course.leaving_times(pairing))
    outcomes = _outcomes_decided(course, pairing, winner_id, forfeits)
    match = await event_transactions.detach_match(tx, match_id, now)
    if match.state != "running":
        words = N_("Match {id} has just ended, and its result counts in {event}.")
        raise Refusal("settled", words, id=match_id, event=Name(event_name(event)))
    decided = await stored_rounds.settle(tx, pairing, outcomes, now, adjudicated=True)
    await _note(tx, event, admin, "event adjudicated", now, match=match_id)
    await add_news(tx, event, now, "adjudicated", entrants=pairing.seats)
    course = course.with_rows(pairings=[decided])
    course = await format_of(event).on_result(tx, course, decided, outcomes, now)
    return await event_transactions.save(tx, course, wakes_at=now)


async def cancel(tx: Transaction, course: EventCourse, admin: Admin, now: datetime) -> EventCourse:
    """Cancel an event. Its matches continue as ordinary matches.

    :raises Refusal: `event_over`.
    """
    event = _unfinished(course)
    await _note(tx, event, admin, "event cancelled", now)
    return await event_transactions.cancel(tx, course, now, "cancelled")


class Organising(EventChanges):
    """The organisers' changes, for fronts."""

    close_entries = changing(close_entries)
    remove = changing(remove)
    extend = changing(extend)
    adjudicate = changing(adjudicate)
    cancel = changing(cancel)


def _outcomes_decided(
    course: EventCourse, pairing: Pairing, winner_id: int | None, forfeits: Collection[int]
) -> Sequence[PairingOutcome]:
    seats = {course.entrant(number).user_id: at for at, number in enumerate(pairing.seats, 1)}
    if winner_id is not None and (winner_id not in seats or seats[winner_id] in forfeits):
        raise Refusal(
            "not_playing", N_("This member isn't playing in match {id}."), id=pairing.match_id
        )
    by_place = results.OUTCOMES_BY_PLACE[len(seats)]

    def outcome(user_id: int, seat: int) -> PairingOutcome:
        if seat in forfeits:
            return results.FORFEIT_LOSS
        if len(seats) == 2 and forfeits:
            return results.FORFEIT_WIN
        if winner_id is None:
            return results.DRAW
        return by_place[0] if user_id == winner_id else by_place[-1]

    return [outcome(user_id, seat) for user_id, seat in seats.items()]


def _unfinished(course: EventCourse) -> Event:
    if course.event.is_over:
        raise refusals.event_over(course.event)
    return course.event


async def _note(
    tx: Transaction, event: Event, admin: Admin, what: AuditCode, now: datetime, **more: int
) -> None:
    after = {"event": event.id, **more}
    await audit.note(tx, event.guild_id, admin, now, what, None, after)
