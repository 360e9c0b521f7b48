"""Standings of an event: a pure function of who takes part and of what each pairing came to.

Points first; then, among those who are level: what they made of each other, if all of them have
met; Sonneborn-Berger where everybody meets everybody, else Buchholz without the worst (FIDE
Handbook C.07); wins; fewer losses by time. Whoever is still level shares a place.

Standings after a round look at nothing that happened later, so they never change.
"""

from __future__ import annotations

from club.events.course import Course
from club.events.formats.registry import format_of
from club.events.standings.table import Standings


def standings(course: Course, after: int | None = None) -> Standings:
    """Return how an event stands.

    :param after: the number of a round, to see how it stood when that was over; None for now.
    """
    return format_of(course.event).standings(course, after)
