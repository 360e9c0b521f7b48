"""A second, slow computation of standings that compares entrants pair by pair.

A place is one more than the number of better entrants. The tests and the simulation of events
compare the result with the real standings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from extensions.events.club.course import EventCourse
from extensions.events.storage.news import News
from extensions.events.storage.rounds import Pairing

POINTS = {
    "win": Fraction(1),
    "forfeit win": Fraction(1),
    "first": Fraction(1),
    "bye": Fraction(1),
    "draw": Fraction(1, 2),
    "second": Fraction(1, 2),
    "walkover": Fraction(1, 2),
    "half bye": Fraction(1, 2),
}
PLAYED = ("win", "draw", "loss", "time loss", "first", "second", "third")

Placed = dict[int, tuple[int | None, Fraction]]
"""Each entrant's place and points, by number."""


def slow_standings(course: EventCourse, news: Sequence[News], after: int | None = None) -> Placed:
    """Compute each entrant's place and points.

    :param after: the last round that counts, by default the latest.
    """
    last = len(course.rounds) if after is None else after
    pairings = [each for each in course.pairings if each.round <= last]
    seated = {number for each in pairings for number in each.seats}
    numbers = sorted(
        each.number
        for each in course.entrants
        if each.number in seated or (each.is_in and each.first_round <= max(1, last))
    )
    match course.event.format:
        case "cup" | "league":
            return _groups(course, _rounds_left(news), pairings, numbers)
        case "swiss":
            return _ranked(numbers, pairings, "swiss")
        case "tour":
            return _tour(course, _rounds_left(news), pairings, numbers, last)
        case "ladder":
            order = _climbed(news)
            points = {number: _points(number, pairings) for number in order}
            return {number: (at, points[number]) for at, number in enumerate(order, 1)}
        case _:
            raise ValueError(course.event.format)


def _got(number: int, pairing: Pairing) -> str | None:
    if pairing.outcomes is None or number not in pairing.seats:
        return None
    return pairing.outcomes[pairing.seats.index(number)]


def _points(number: int, pairings: Sequence[Pairing]) -> Fraction:
    return sum(
        (POINTS.get(_got(number, each) or "", Fraction(0)) for each in pairings), Fraction(0)
    )


def _rounds_left(news: Sequence[News]) -> dict[int, int]:
    """The round that each entrant left early, derived from the order of the news."""
    left: dict[int, int] = {}
    current: int | None = None
    for each in news:
        if each.kind == "round begun":
            current = each.round
        elif each.kind == "round over":
            current = None
        elif each.kind == "out" and current is not None:
            left[each.entrants[0]] = current
    return left


def _is_struck(course: EventCourse, left: dict[int, int], number: int, of_round: int) -> bool:
    if left.get(number) != of_round:
        return False
    own = [each for each in course.pairings if each.round == of_round and number in each.seats]
    played = [each for each in own if _got(number, each) in PLAYED]
    return Fraction(len(played), len(own)) < Fraction(1, 2)


def _groups(
    course: EventCourse, left: dict[int, int], pairings: Sequence[Pairing], numbers: Sequence[int]
) -> Placed:
    placed: Placed = {}
    divisions = {each.division for each in pairings} or {1}
    for division in divisions:
        own = [each for each in pairings if each.division == division]
        members = {number for each in own for number in each.seats} or {*numbers}
        out = {
            number
            for number in members
            for of_round in {each.round for each in own if number in each.seats}
            if _is_struck(course, left, number, of_round)
        }
        counting = [rest for each in own for rest in _without(out, each)]
        placed |= {number: (None, Fraction(0)) for number in out}
        placed |= _ranked(sorted(members - out), counting, "group")
    return placed


def _without(out: set[int], pairing: Pairing) -> list[Pairing]:
    """Remove entrants from a pairing, such as one of three at a table."""
    if not out & {*pairing.seats}:
        return [pairing]
    rest = [number for number in pairing.seats if number not in out]
    if len(rest) != 2:
        return []
    if pairing.outcomes is None:
        return [replace(pairing, seats=tuple(rest))]
    got = [pairing.outcomes[pairing.seats.index(number)] for number in rest]
    first, second = (POINTS.get(each, Fraction(0)) for each in got)
    if first != second:
        worse = {"time loss": "time loss", "forfeit loss": "forfeit loss"}
        lost = 0 if first < second else 1
        got[lost], got[1 - lost] = worse.get(got[lost], "loss"), "win"
    return [replace(pairing, seats=tuple(rest), outcomes=tuple(got))]


def _against(one: int, other: int, pairings: Sequence[Pairing]) -> list[Fraction]:
    """The scores of one entrant against another, from 0 to 1 for each match."""
    shares: list[Fraction] = []
    for each in pairings:
        mine, theirs = _got(one, each), _got(other, each)
        if mine is None or theirs is None or "walkover" in (mine, theirs):
            continue
        own, others = POINTS.get(mine, 0), POINTS.get(theirs, 0)
        shares.append(Fraction(1 if own > others else 0) + Fraction(own == others) / 2)
    return shares


def _ranked(numbers: Sequence[int], pairings: Sequence[Pairing], kind: str) -> Placed:
    points = {number: _points(number, pairings) for number in numbers}

    def key(number: int) -> tuple[Fraction, ...]:
        level = [each for each in numbers if points[each] == points[number]]
        have_met = all(
            _against(one, other, pairings) for one in level for other in level if one != other
        )
        direct = Fraction(0)
        if len(level) > 1 and have_met:
            direct = sum(
                (
                    sum(_against(number, other, pairings), Fraction(0))
                    for other in level
                    if other != number
                ),
                Fraction(0),
            )
        others = [other for other in numbers if other != number]
        got = [_got(number, each) for each in pairings]
        if kind == "group":
            second = sum(
                (
                    sum(_against(number, other, pairings), Fraction(0)) * points[other]
                    for other in others
                ),
                Fraction(0),
            )
        else:
            met = [points[other] for other in others for _ in _against(number, other, pairings)]
            met += [points[number] for each in got if each in ("bye", "half bye", "walkover")]
            second = sum(sorted(met)[1:], Fraction(0))
        wins = sum(each in ("win", "first", "forfeit win") for each in got)
        late = sum(each == "time loss" for each in got)
        return points[number], direct, second, Fraction(wins), Fraction(-late)

    keys = {number: key(number) for number in numbers}
    return {
        number: (1 + sum(keys[other] > keys[number] for other in numbers), points[number])
        for number in numbers
    }


def _tour(
    course: EventCourse,
    left: dict[int, int],
    pairings: Sequence[Pairing],
    numbers: Sequence[int],
    last: int,
) -> Placed:
    totals = dict.fromkeys(numbers, Fraction(0))
    firsts = dict.fromkeys(numbers, 0)
    for of_round in course.rounds[:last]:
        if of_round.over_at is None:
            continue
        own = [each for each in pairings if each.round == of_round.number]
        for number, (place, _) in _groups(course, left, own, ()).items():
            got = [_got(number, each) for each in own]
            if place is None or not any(each in (*PLAYED, "forfeit win") for each in got):
                continue
            totals[number] += {1: 7, 2: 5, 3: 4}.get(place, 3)
            firsts[number] += place == 1

    def key(number: int) -> tuple[Fraction | int, ...]:
        got = [_got(number, each) for each in pairings]
        wins = sum(each in ("win", "first", "forfeit win") for each in got)
        late = sum(each == "time loss" for each in got)
        return totals[number], firsts[number], wins, -late

    return {
        number: (1 + sum(key(other) > key(number) for other in numbers), totals[number])
        for number in numbers
    }


def _climbed(news: Sequence[News]) -> list[int]:
    """The entrants' numbers from the top of a ladder down, derived from its news."""
    order: list[int] = []
    for each in news:
        match each.kind:
            case "late entry":
                order += each.entrants
            case "out":
                order.remove(each.entrants[0])
            case "climbed":
                winner, loser = each.entrants
                order.remove(winner)
                order.insert(order.index(loser), winner)
            case "dropped":
                at = order.index(each.entrants[0])
                order[at : at + 2] = order[at + 1], order[at]
            case _:
                pass
    return order
