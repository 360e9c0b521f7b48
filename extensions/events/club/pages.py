"""The events with public web pages: those of channels that everyone can read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from club.club import Club
from club.references import HIDDEN
from club.servers.pages import NOBODY, PublicServer, server_in
from extensions.events.club import course as courses
from extensions.events.club.course import EventCourse
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import Event
from storage.database.transaction import Transaction
from storage.matches.match import Place
from storage.members import preferences

KIND = "e"
"""The first part of the path of an event."""


async def public_event(club: Club, event_id: int) -> tuple[PublicServer, EventCourse] | None:
    """Return an event as everyone may see it and its server, or None without a page."""

    async def read(tx: Transaction) -> tuple[PublicServer, EventCourse] | None:
        course = await courses.find(tx, event_id)
        server = None if course is None else await server_in(tx, course.event.guild_id)
        if course is None or server is None or not server.shows(course.event.place):
            return None
        people_in = {entrant.user_id for entrant in course.entrants} | {course.event.opened_by}
        return server, masked_course(course, await preferences.hidden(tx, people_in))

    return await club.store.read(read)


async def public_events(tx: Transaction, event_ids: Collection[int]) -> tuple[Event, ...]:
    """Return those of some events that have pages."""
    events = await stored_events.by_numbers(tx, event_ids)
    servers = await _servers_of(tx, [event.place for event in events])
    return tuple(
        event
        for event in events
        if (server := servers.get(event.guild_id)) and server.shows(event.place)
    )


async def event_address(club: Club, event: Event) -> str:
    """Return the web address of an event, empty without a page."""
    server = await club.pages.server_with_links(event.guild_id)
    is_shown = server is not None and server.shows(event.place)
    return await club.pages.address(KIND, event.id) if is_shown else ""


def masked_course(course: EventCourse, hidden: Collection[int]) -> EventCourse:
    """Return an event without the names of hidden people."""
    event = course.event
    if event.opened_by in hidden:
        event = replace(event, opened_by=NOBODY, opened_by_name=HIDDEN)
    entrants = tuple(
        replace(entrant, user_id=NOBODY, name=HIDDEN) if entrant.user_id in hidden else entrant
        for entrant in course.entrants
    )
    return replace(course, event=event, entrants=entrants)


async def _servers_of(tx: Transaction, places: Collection[Place]) -> dict[int | None, PublicServer]:
    """Return the servers with pages of some places, by id, which only know of these places."""
    ids: dict[int, set[int]] = {}
    for place in places:
        if place.guild_id is not None:
            channels = (place.channel_id, place.parent_id, place.forum_id)
            ids.setdefault(place.guild_id, set()).update(channel for channel in channels if channel)
    servers = [await server_in(tx, guild_id, channels) for guild_id, channels in ids.items()]
    return {server.guild_id: server for server in servers if server is not None}
