"""The formats of events, and the name and standings of an event by its format.

Standings are a pure function of entrants and results. The order is by points, then by the results
between those tied, if all of them have met, then by Sonneborn-Berger in round robins or Buchholz
without the worst opponent otherwise (FIDE Handbook C.07), then by wins, then by fewer losses on
time. Entrants who are still tied share a place.

Standings after a round ignore everything later, so they never change.
"""

from __future__ import annotations

from collections.abc import Mapping

from extensions.events.club.course import EventCourse
from extensions.events.club.formats.cup import Cup
from extensions.events.club.formats.format import Format
from extensions.events.club.formats.ladder import Ladder
from extensions.events.club.formats.league import League
from extensions.events.club.formats.swiss import Swiss
from extensions.events.club.formats.tour import Tour
from extensions.events.club.standings.table import Standings
from extensions.events.storage.events import Event, Title
from language.lists import Listed

FORMATS: Mapping[str, Format] = {
    each.key: each
    for each in (
        Cup(),
        League(),
        Tour(),
        Ladder(),
        Swiss(),
    )
}
"""All formats by key, in the order they are offered."""


def format_of(event: Event | Title) -> Format:
    """Return the format of an event."""
    return FORMATS[event.format]


def event_name(event: Event | Title) -> Listed:
    """Return the name of an event: the chosen one, or one from its game and format."""
    return format_of(event).event_name(event)


def standings(course: EventCourse, after: int | None = None) -> Standings:
    """Return the standings of an event.

    :param after: the number of the last round to include, or None for the current standings.
    """
    return format_of(course.event).standings(course, after)
