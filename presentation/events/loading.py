"""Loading an event with everything its pages show, at one moment."""

from __future__ import annotations

from club.events import course as courses
from club.events import refusals
from club.events.course import Course
from club.events.standings.standings import standings
from presentation.events.event_view import EventView
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import match_lists


async def view_of(store: Store, event_id: int) -> EventView:
    """Load an event.

    :raises Refusal: `unknown_event`.
    """
    async with store.read() as tx:
        return await view_in(tx, event_id)


async def view_in(tx: Transaction, event_id: int) -> EventView:
    """Load an event within a transaction.

    :raises Refusal: `unknown_event`.
    """
    course = await courses.find(tx, event_id)
    if course is None:
        raise refusals.unknown_event()
    return await view_of_course(tx, course)


async def view_of_course(tx: Transaction, course: Course) -> EventView:
    """Load the matches of an event that is loaded already."""
    numbers = {each.match_id for each in course.pairings if each.match_id is not None}
    matches = await match_lists.by_numbers(tx, numbers)
    return EventView(
        course.event,
        course.entrants,
        course.rounds,
        course.pairings,
        {match.id: match for match in matches},
        standings(course),
    )
