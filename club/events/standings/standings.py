"""Standings of an event, a pure function of its entrants and results.

The order is by points, then by the results between those tied, if all of them have met, then by
Sonneborn-Berger in round robins or Buchholz without the worst opponent otherwise (FIDE Handbook
C.07), then by wins, then by fewer losses on time. Entrants who are still tied share a place.

Standings after a round ignore everything later, so they never change.
"""

from __future__ import annotations

from club.events.course import Course
from club.events.formats.registry import format_of
from club.events.standings.table import Standings


def standings(course: Course, after: int | None = None) -> Standings:
    """Return the standings of an event.

    :param after: the number of the last round to include, or None for the current standings.
    """
    return format_of(course.event).standings(course, after)
