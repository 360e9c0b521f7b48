"""Which pairings of a running round get their matches now: a few at a time for each player.

A pairing whose match has not begun has no clock. What it becomes if someone leaves, or if the
round ends first, is decided here too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta

from club.events.course import Course
from club.events.standings import results
from rules.registry import GAMES
from storage.events.rounds import Pairing

MOST_AT_ONCE = 2
"""Matches of a round that one player has under way."""

LEAST_LEFT = timedelta(days=2)
"""A match begins only if its round lasts this much longer, so that its first move has its time."""


def options_of(course: Course, game: str) -> Mapping[str, int]:
    """Return the options of a round's game."""
    event = course.event
    return GAMES[game].choose({}) if event.game is None else event.terms.options


def first_matches(course: Course) -> list[Pairing]:
    """Return the pairings whose matches begin with their round."""
    return _chosen(course, course.waiting)


def next_matches(course: Course, now: datetime) -> list[Pairing]:
    """Return the pairings whose matches can begin because others have ended."""
    in_time = [each for each in course.waiting if course.ends_at(each) >= now + LEAST_LEFT]
    return _chosen(course, in_time)


def decided_without_match(course: Course, pairing: Pairing) -> tuple[str, ...] | None:
    """Return the results of a pairing that lacks the players for its match; None if it has them.

    At a table of three, two can play: the third leaves their match as soon as it begins.
    """
    staying = [course.entrant(number).is_in for number in pairing.seats]
    if sum(staying) >= 2:
        return walkover(pairing) if is_kept_apart(course, pairing.seats) else None
    return tuple(results.FORFEIT_WIN if each else results.FORFEIT_LOSS for each in staying)


def walkover(pairing: Pairing) -> tuple[str, ...]:
    """Return half a point for each."""
    return (results.WALKOVER,) * len(pairing.seats)


def is_kept_apart(course: Course, seats: tuple[int, ...]) -> bool:
    """Whether one of some entrants blocks another."""
    return any(pair <= {*seats} for pair in course.apart)


def _chosen(course: Course, waiting: list[Pairing]) -> list[Pairing]:
    """Choose as many as can begin, so that few have several first moves to make: nobody is to be
    pinged several times at once."""
    under_way, begins = Counter[int](), Counter[int]()
    for pairing in course.under_way:
        _count(pairing, under_way, begins)
    chosen: list[Pairing] = []
    waiting = list(waiting)
    while True:
        free = [each for each in waiting if _has_room(course, each, under_way)]
        if not free:
            return chosen
        pairing = min(free, key=lambda each: (*_first_moves(each, begins), each.board))
        _count(pairing, under_way, begins)
        waiting.remove(pairing)
        chosen.append(pairing)


def _first_moves(pairing: Pairing, begins: Counter[int]) -> tuple[int, int]:
    """How many first moves who is to make this one has, and how many less the others have."""
    first, *others = pairing.seats
    return begins[first], -sum(begins[each] for each in others)


def _count(pairing: Pairing, under_way: Counter[int], begins: Counter[int]) -> None:
    under_way.update(pairing.seats)
    begins[pairing.seats[0]] += 1


def _has_room(course: Course, pairing: Pairing, under_way: Counter[int]) -> bool:
    return all(
        under_way[number] < MOST_AT_ONCE or not course.entrant(number).is_in
        for number in pairing.seats
    )
