"""Choosing which matches of a running round start now: a few at a time per player.

A pairing has no clock until its match starts. This module also decides pairings without a match,
if a player leaves or the round ends first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta

from club.events.course import Course
from club.events.standings import results
from rules.registry import GAMES
from storage.events.rounds import Outcome, Pairing

MAX_AT_ONCE = 2
"""Maximum number of simultaneous matches per player in a round."""

MIN_TIME_LEFT = timedelta(days=2)
"""Time left in the round that a match needs to start, enough for its first move."""


def options_of(course: Course, game: str) -> Mapping[str, int]:
    """Return the options of a round's game."""
    event = course.event
    return GAMES[game].choose({}) if event.game is None else event.terms.options


def first_matches(course: Course) -> list[Pairing]:
    """Return the pairings whose matches start with their round."""
    return _choose(course, course.waiting_pairings)


def next_matches(course: Course, now: datetime) -> list[Pairing]:
    """Return the pairings whose matches can start because others have ended."""
    in_time = [
        each for each in course.waiting_pairings if course.ends_at(each) >= now + MIN_TIME_LEFT
    ]
    return _choose(course, in_time)


def decided_without_match(course: Course, pairing: Pairing) -> tuple[Outcome, ...] | None:
    """Return the results of a pairing without enough players for its match, else None.

    A table of three needs only two, because the third leaves the match as it starts.
    """
    staying = [course.entrant(number).is_in for number in pairing.seats]
    if sum(staying) >= 2:
        return walkover(pairing) if is_kept_apart(course, pairing.seats) else None
    return tuple(results.FORFEIT_WIN if each else results.FORFEIT_LOSS for each in staying)


def walkover(pairing: Pairing) -> tuple[Outcome, ...]:
    """Return half a point for each seat."""
    return (results.WALKOVER,) * len(pairing.seats)


def is_kept_apart(course: Course, seats: tuple[int, ...]) -> bool:
    """Whether one of these entrants blocks another."""
    return any(pair <= {*seats} for pair in course.kept_apart)


def _choose(course: Course, waiting: list[Pairing]) -> list[Pairing]:
    """Choose as many as can start, spreading the first moves over different players.

    This way, no one is mentioned several times at once.
    """
    under_way, begins = Counter[int](), Counter[int]()
    for pairing in course.running_pairings:
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
    """Return a sort key: the mover's number of first moves, then the others', negated."""
    first, *others = pairing.seats
    return begins[first], -sum(begins[each] for each in others)


def _count(pairing: Pairing, under_way: Counter[int], begins: Counter[int]) -> None:
    under_way.update(pairing.seats)
    begins[pairing.seats[0]] += 1


def _has_room(course: Course, pairing: Pairing, under_way: Counter[int]) -> bool:
    return all(
        under_way[number] < MAX_AT_ONCE or not course.entrant(number).is_in
        for number in pairing.seats
    )
