"""A cup: a handful of people, everybody against everybody on both seats, all matches at once."""

from __future__ import annotations

from datetime import datetime, timedelta

from club.events.course import Course, NextRound, Planned, Rules
from club.events.pairing.round_robin import everybody_twice, tables_of_three
from rules.registry import GAMES

RULES = Rules(
    least=3,
    most=4,
    largest=6,
    pace="2d+4h<3d",
    days=14,
    entry_days=None,
)


def next_round(course: Course, now: datetime) -> NextRound | None:
    """The one round, None after it.

    Two at a board meet on both seats. At tables of three everybody sits on each seat once.
    """
    event = course.event
    if course.rounds or event.game is None:
        return None
    players = [each.number for each in course.present]
    game = GAMES[event.game]
    if len(game.seat_names(event.terms.options)) == 2:
        tables = [pair for pairs in everybody_twice(players) for pair in pairs]
    else:
        tables = list(tables_of_three(players))
    return NextRound(
        event.game,
        event.terms.options,
        now + timedelta(days=event.terms.days),
        tuple(Planned(seats) for seats in tables),
    )
