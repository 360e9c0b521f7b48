"""Entering an event, saying that one is still there, leaving it."""

from __future__ import annotations

from datetime import datetime
from statistics import fmean

from club.events import event_transactions, refusals
from club.events.course import Course, Person
from club.events.formats.registry import RULES
from club.members.blocks import check_not_blocked
from club.ratings.ratings import CENTRE
from rules.language import N_
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import Transaction
from storage.events import entrants as stored_entrants
from storage.events import events as stored_events
from storage.events.entrants import EntrantFields
from storage.events.events import Event
from storage.members import people
from storage.ratings import ratings as stored_ratings

MOST_JOINED = 5
"""Events that one person can be in at a time in a server."""


async def join(tx: Transaction, course: Course, person: Person, now: datetime) -> Event:
    """Enter an event; one that is full begins soon after.

    :raises Refusal: `event_over`, `already_in`, `out`, `closed`, `full`, `too_many_joined`,
        `blocks`, `not_available`.
    """
    event = course.event
    if event.is_over:
        raise refusals.event_over(event)
    own = course.of_user(person.user_id)
    if own is not None and own.is_in:
        raise refusals.already_in(event)
    first_round = _first_round(course)
    if own is not None and own.state != "asked":
        is_free = own.state == "withdrawn" and event.state == "open"
        may_return = is_free or (event.format == "ladder" and own.state != "removed")
        if not may_return:
            raise refusals.out(event, own)
    if len(course.present) >= event.terms.most:
        raise refusals.full(event)
    await people.get(tx, person.user_id, locked=True)
    await _check_room(tx, event, person.user_id)
    if event.format == "cup":
        # It is so small that they could not be kept apart.
        names = {each.user_id: each.name for each in course.present}
        await check_not_blocked(tx, person.user_id, names)
    rating = await rating_of(tx, event, person.user_id)
    place = None
    if event.format == "ladder":
        place = 1 + max((each.place or 0 for each in course.present), default=0)
    if own is None:
        own = await stored_entrants.add(
            tx,
            event.id,
            person.user_id,
            person.name,
            now,
            rating=rating,
            place=place,
            first_round=first_round,
        )
    else:
        fields = EntrantFields(name=person.name, state="in", rating=rating, seen_at=now)
        fields.update(EntrantFields(joined_at=now, left_at=None, asked_at=None, place=place))
        own = await stored_entrants.change(tx, own, **fields)
    if event.state == "running":
        await event_transactions.tell(tx, event, now, "late entry", entrants=[own.number])
        return await event_transactions.changed(tx, event, now)
    return await _grown(tx, event, len(course.present) + 1, now)


async def still_in(tx: Transaction, course: Course, person: Person, now: datetime) -> Event:
    """Say that one is there: before an event begins, or for the next season.

    :raises Refusal: `event_over`, `not_entered`, `begun`, `full`.
    """
    event = course.event
    if event.is_over:
        raise refusals.event_over(event)
    own = course.of_user(person.user_id)
    if own is None or own.state not in ("asked", "in"):
        raise refusals.not_entered(event)
    if event.state != "open":
        raise refusals.begun(event)
    if own.state == "asked":
        return await join(tx, course, person, now)
    await stored_entrants.change(tx, own, seen_at=now, asked_at=None)
    return await _grown(tx, event, len(course.present), now)


async def leave(tx: Transaction, course: Course, user_id: int, now: datetime) -> Event:
    """Be out of an event; the matches that one still plays are lost.

    :raises Refusal: `event_over`, `not_entered`.
    """
    event = course.event
    if event.is_over:
        raise refusals.event_over(event)
    own = course.of_user(user_id)
    if own is None or own.state not in ("asked", "in"):
        raise refusals.not_entered(event)
    await event_transactions.out(tx, event, own, "withdrawn", now)
    if event.state == "running":
        return await event_transactions.changed(tx, event, now, wakes_at=now)
    return await event_transactions.changed(tx, event, now)


async def rating_of(tx: Transaction, event: Event, user_id: int) -> float:
    """How strong somebody is, as far as it is known: in the game, in a tour over all games."""
    keys = list(GAMES) if event.game is None else [event.game]
    found: list[float] = []
    for key in keys:
        standings = await stored_ratings.of_players(
            tx, key, (event.guild_id,), (stored_ratings.ALL,), (user_id,)
        )
        found += [each.mu for each in standings.values()] or [CENTRE]
    return fmean(found)


def _first_round(course: Course) -> int:
    """The first round that somebody plays in who enters now.

    :raises Refusal: `closed`.
    """
    event = course.event
    if event.state == "open" or event.format == "ladder":
        return 1
    coming = len(course.rounds) + 1
    if coming > RULES[event.format].late_until:
        raise refusals.too_late(event)
    return coming


async def _grown(tx: Transaction, event: Event, there: int, now: datetime) -> Event:
    """An event after somebody has entered or answered; one that begins when it is full is looked
    at at once."""
    is_full = RULES[event.format].entry_days is None and there >= event.terms.most
    if is_full:
        return await event_transactions.changed(tx, event, now, wakes_at=now)
    return await event_transactions.changed(tx, event, now)


async def _check_room(tx: Transaction, event: Event, user_id: int) -> None:
    joined = await stored_events.joined_by(tx, user_id, event.guild_id)
    if joined >= MOST_JOINED:
        raise Refusal(
            "too_many_joined",
            N_("You are in {count} events here already. Finish or leave one first."),
            count=joined,
        )
