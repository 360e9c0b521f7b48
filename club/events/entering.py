"""Entering an event, confirming that one is still in, and being out of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from statistics import fmean

from club.events import course as courses
from club.events import event_transactions, refusals
from club.events.course import Course, Person
from club.events.formats.registry import format_of
from club.ratings.ratings import CENTRE
from rules.language import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events.entrants import Entrant, EntrantFields, EntrantState, NewEntrant
from storage.events.events import Event
from storage.members import people
from storage.ratings import ratings as stored_ratings

MOST_JOINED = 5
"""Events that one person can be in at a time in a server."""


async def join(tx: Transaction, course: Course, person: Person, now: datetime) -> Course:
    """Enter an event; one that is full begins soon after.

    :raises Refusal: `event_over`, `already_in`, `out`, `closed`, `full`, `too_many_joined`,
        `blocks`, `not_available`.
    """
    event, format = course.event, format_of(course.event)
    own = course.of_user(person.user_id)
    first_round = _check_open_to(course, own)
    await people.get(tx, person.user_id, locked=True)
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
        own = await stored_entrants.change(tx, own, **fields)
    course = course.having(entrants=[own])
    course = replace(course, apart=await courses.kept_apart(tx, course.entrants))
    if event.state == "running":
        await event_transactions.tell(tx, event, now, "late entry", entrants=[own.number])
        wakes_at = format.waits_until(course, now) or now
        return await event_transactions.changed(tx, course, now, wakes_at=wakes_at)
    return await _grown(tx, course, now)


async def still_in(tx: Transaction, course: Course, person: Person, now: datetime) -> Course:
    """Confirm that one is still in: before an event begins, or for the next season.

    :raises Refusal: `event_over`, `not_entered`, `begun`, `full`.
    """
    event = course.event
    own = entered(course, person.user_id)
    if event.state != "open":
        raise refusals.begun(event)
    if own.state == "asked":
        return await join(tx, course, person, now)
    own = await stored_entrants.change(tx, own, seen_at=now, asked_at=None)
    return await _grown(tx, course.having(entrants=[own]), now)


async def leave(tx: Transaction, course: Course, user_id: int, now: datetime) -> Course:
    """Be out of an event; the matches that one still plays are lost.

    :raises Refusal: `event_over`, `not_entered`.
    """
    return await take_out(tx, course, entered(course, user_id), "withdrawn", now)


async def take_out(
    tx: Transaction, course: Course, entrant: Entrant, state: EntrantState, now: datetime
) -> Course:
    """Put someone out of an event under way, and have the matches that they still play ended."""
    course = await out(tx, course, entrant, state, now)
    if course.event.state == "running":
        return await event_transactions.stepped(tx, course, wakes_at=now)
    return await event_transactions.changed(tx, course, now)


async def out(
    tx: Transaction, course: Course, entrant: Entrant, state: EntrantState, now: datetime
) -> Course:
    """Store that someone is out, in a transaction that makes the next version of the event."""
    gone = await stored_entrants.change(tx, entrant, state=state, left_at=now, asked_at=None)
    course = await format_of(course.event).left(tx, course.having(entrants=[gone]), gone)
    if course.event.state == "running":
        await event_transactions.tell(tx, course.event, now, "out", entrants=[gone.number])
    return course


def entered(course: Course, user_id: int) -> Entrant:
    """Return the entry of someone who is in an event under way, or is asked to be.

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
    """Return someone's rating in the game of an event, or the mean over all games."""
    keys = list(GAMES) if event.game is None else [event.game]
    ratings: list[float] = []
    for key in keys:
        standings = await stored_ratings.of_players(
            tx, key, (event.guild_id,), (stored_ratings.ALL,), (user_id,)
        )
        ratings += [each.mu for each in standings.values()] or [CENTRE]
    return fmean(ratings)


def _check_open_to(course: Course, own: Entrant | None) -> int:
    """Return the first round of someone who enters now.

    :raises Refusal: `event_over`, `already_in`, `out`, `closed`, `full`.
    """
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
    if len(course.present) >= event.terms.most:
        raise refusals.full(event)
    return first_round


async def _grown(tx: Transaction, course: Course, now: datetime) -> Course:
    """Store an open event after someone has entered or confirmed; if it begins when it is full, it
    is looked at at once."""
    event = course.event
    is_full = len(course.present) >= event.terms.most
    if is_full and format_of(event).begins_when_full():
        return await event_transactions.stepped(tx, course, wakes_at=now)
    return await event_transactions.changed(tx, course, now)


async def _check_room(tx: Transaction, event: Event, user_id: int) -> None:
    joined = await stored_events.joined_by(tx, user_id, event.guild_id)
    if joined >= MOST_JOINED:
        raise Refusal(
            "too_many_joined",
            N_("You are in {count} events here already. Finish or leave one first."),
            count=joined,
        )
