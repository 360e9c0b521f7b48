"""Entering events, confirming an entry, and leaving."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from statistics import fmean

from club.ratings.ratings import CENTRE
from extensions.events.club import changes, refusals
from extensions.events.club import course as courses
from extensions.events.club.course import EventCourse, Person
from extensions.events.club.formats.registry import format_of
from extensions.events.club.news import add_news
from extensions.events.club.standings import results
from extensions.events.storage import entering as stored_entrants
from extensions.events.storage import events as stored_events
from extensions.events.storage.entering import Entrant, EntrantFields, EntrantState, NewEntrant
from extensions.events.storage.events import Event
from language.texts import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.matches import matches as stored_matches
from storage.matches import moves
from storage.members import preferences
from storage.ratings import ratings as stored_ratings

MAX_JOINED = 5
"""Maximum number of events a member can be in at a time, per server."""


async def join(tx: Transaction, course: EventCourse, person: Person, now: datetime) -> EventCourse:
    """Enter an event, which starts if it becomes full.

    :raises Refusal: `event_over`, `already_in`, `out`, `closed`, `full`, `too_many_joined`,
        `blocks`, `not_available`.
    """
    event, format = course.event, format_of(course.event)
    own = course.of_user(person.user_id)
    first_round = _check_open_to(course, own)
    await preferences.get(tx, person.user_id, locked=True)
    await _check_room(tx, event, person.user_id)
    await format.check_entering(tx, course, person)
    rating = await rating_of(tx, event, person.user_id)
    place = format.entering_place(course)
    if own is None:
        new = NewEntrant(person.user_id, person.name, rating, place=place, first_round=first_round)
        own = await stored_entrants.add(tx, event.id, new, now)
    else:
        fields = EntrantFields(name=person.name, state="in", rating=rating, seen_at=now)
        fields.update(EntrantFields(joined_at=now, left_at=None, asked_at=None, place=place))
        fields.update(EntrantFields(struck_round=None))
        own = await stored_entrants.change(tx, own, **fields)
    course = course.with_rows(entrants=[own])
    course = replace(course, kept_apart=await courses.blocked_pairs(tx, course.entrants))
    if event.state == "running":
        await add_news(tx, event, now, "late entry", entrants=[own.number])
        wakes_at = course.wakes_by(format.next_due_at(course, now), now)
        return await changes.save_and_show(tx, course, now, wakes_at=wakes_at)
    return await _save_after_entry(tx, course, now)


async def confirm_entry(
    tx: Transaction, course: EventCourse, person: Person, now: datetime
) -> EventCourse:
    """Confirm an entry, before an event starts or for the next season.

    :raises Refusal: `event_over`, `not_entered`, `begun`, `full`.
    """
    event = course.event
    own = current_entrant(course, person.user_id)
    if event.state != "open":
        raise refusals.begun(event)
    if own.state == "asked":
        return await join(tx, course, person, now)
    own = await stored_entrants.change(tx, own, seen_at=now, asked_at=None)
    return await _save_after_entry(tx, course.with_rows(entrants=[own]), now)


async def leave(tx: Transaction, course: EventCourse, user_id: int, now: datetime) -> EventCourse:
    """Leave an event and lose all matches still being played in it.

    :raises Refusal: `event_over`, `not_entered`.
    """
    return await remove_entrant(tx, course, current_entrant(course, user_id), "withdrawn", now)


async def remove_entrant(
    tx: Transaction, course: EventCourse, entrant: Entrant, state: EntrantState, now: datetime
) -> EventCourse:
    """Take an entrant out of an event, losing the matches they still play."""
    course = await mark_removed(tx, course, entrant, state, now)
    if course.event.state == "running":
        return await changes.save(tx, course, wakes_at=now)
    return await changes.save_and_show(tx, course, now)


async def mark_removed(
    tx: Transaction, course: EventCourse, entrant: Entrant, state: EntrantState, now: datetime
) -> EventCourse:
    """Store that an entrant is out, and whether their results count. The caller saves the event."""
    struck_round = await _struck_round(tx, course, entrant, now)
    former = await stored_entrants.change(
        tx, entrant, state=state, left_at=now, asked_at=None, struck_round=struck_round
    )
    course = await format_of(course.event).on_leave(tx, course.with_rows(entrants=[former]), former)
    if course.event.state == "running":
        await add_news(tx, course.event, now, "out", entrants=[former.number])
    return course


async def _struck_round(
    tx: Transaction, course: EventCourse, entrant: Entrant, now: datetime
) -> int | None:
    """Return the current round if an entrant leaves with less than half of its matches completed.

    Its results are struck. This is decided once, so standings don't change as others finish.
    """
    if not format_of(course.event).strikes_results or not course.rounds:
        return None
    current = course.rounds[-1]
    if current.over_at is not None:
        return None
    own = [
        each
        for each in course.pairings
        if each.round == current.number and entrant.number in each.seats
    ]
    completed = 0
    for pairing in own:
        seat = 1 + pairing.seats.index(entrant.number)
        if pairing.outcomes is not None:
            completed += pairing.outcomes[seat - 1] in results.PLAYED_OUTCOMES
        elif pairing.match_id is not None:
            match = await stored_matches.current(tx, pairing.match_id)
            record = await moves.of_match(tx, pairing.match_id)
            completed += results.has_completed(match, record, seat, now)
    return current.number if 2 * completed < len(own) else None


def current_entrant(course: EventCourse, user_id: int) -> Entrant:
    """Return a user's entry in an open or running event, confirmed or not.

    :raises Refusal: `event_over`, `not_entered`.
    """
    event = course.event
    if event.is_over:
        raise refusals.event_over(event)
    own = course.of_user(user_id)
    if own is None or own.state not in ("asked", "in"):
        raise refusals.not_entered(event)
    return own


async def rating_of(tx: Transaction, event: Event, user_id: int) -> float:
    """Return a user's rating in the game of an event, or the mean over all games."""
    keys = list(GAMES) if event.game is None else [event.game]
    ratings: list[float] = []
    for key in keys:
        standings = await stored_ratings.of_players(
            tx, key, (event.guild_id,), (stored_ratings.ALL,), (user_id,)
        )
        ratings += [each.mu for each in standings.values()] or [CENTRE]
    return fmean(ratings)


def _check_open_to(course: EventCourse, own: Entrant | None) -> int:
    """Check that a user can enter now and return their first round."""
    event, format = course.event, format_of(course.event)
    if event.is_over:
        raise refusals.event_over(event)
    if own is not None and own.is_in:
        raise refusals.already_in(event)
    first_round = format.first_round(course)
    if first_round is None:
        raise refusals.too_late(event)
    if own is not None and own.state != "asked" and not format.may_return(event, own):
        raise refusals.out(event, own)
    if len(course.current_entrants) >= event.terms.most:
        raise refusals.full(event)
    return first_round


async def _save_after_entry(tx: Transaction, course: EventCourse, now: datetime) -> EventCourse:
    """Save an event after an entry, and wake it if it starts when full."""
    event = course.event
    is_full = len(course.current_entrants) >= event.terms.most
    if is_full and format_of(event).begins_when_full():
        return await changes.save(tx, course, wakes_at=now)
    return await changes.save_and_show(tx, course, now)


async def _check_room(tx: Transaction, event: Event, user_id: int) -> None:
    joined = await stored_events.joined_by(tx, user_id, event.guild_id)
    if joined >= MAX_JOINED:
        raise Refusal(
            "too_many_joined",
            N_("You're already in {count} events of this server. Finish or leave one first."),
            count=joined,
        )
