"""Whether an event that has ended is as it should be."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from benchmarks.events.findings import Findings
from club.events.course import Course
from club.events.pairing import tables
from club.events.standings import results
from club.events.standings.standings import standings
from storage.database import schema
from storage.database.store import Store
from storage.events import news as stored_news
from storage.events.rounds import Pairing
from tests.club.events.slow_standings import slow_standings


async def judge(
    store: Store, course: Course, seen: Mapping[int, object], findings: Findings, where: str
) -> None:
    """Look at an event that is over.

    :param seen: what people saw of the standings after each round when it ended.
    """
    event = course.event
    where = f"{where} ({event.format}, {event.state}, season {event.season})"
    findings.events[f"{event.format} {event.state}"] += 1
    findings.matches += sum(each.match_id is not None for each in course.pairings)
    if not event.is_over:
        findings.found("unfinished", where)
        return
    if course.open:
        findings.found("open pairings", where)
    for number, before in seen.items():
        if shown(course, number) != before:
            findings.found("changed standings", f"{where}, round {number}")
    async with store.read() as tx:
        stray = await tx.execute(
            schema.match.select().where(
                schema.match.c.event_id == event.id, schema.match.c.state == "running"
            )
        )
        if stray.all():
            findings.found("matches that still wait", where)
        news = await stored_news.of_event(tx, event.id)
    byes = Counter(each.seats for each in course.pairings if each.outcomes == (results.BYE,))
    if any(times > 1 for times in byes.values()):
        findings.found("double byes", where)
    for words in _avoidable(course):
        findings.found("avoidable repeated pairs", f"{where}: {words}")
    if event.state != "over":
        return
    for after in (None, *(each.number for each in course.rounds)):
        if event.format == "ladder" and after is not None:
            continue
        slow = slow_standings(course, news, after)
        fast = _places(course, after)
        if fast != {number: (place, 2 * points) for number, (place, points) in slow.items()}:
            findings.found("mismatched standings", f"{where} after {after}: {fast} {slow}")


async def judge_matches(store: Store, findings: Findings, where: str) -> None:
    """Look whether each match was begun for a pairing, and for one alone."""
    async with store.read() as tx:
        begun = await tx.execute(select(func.count()).select_from(schema.match))
        pairing = schema.event_pairing.c.match_id
        paired = await tx.execute(select(func.count(pairing), func.count(pairing.distinct())))
        matches, (pairings, different) = begun.scalar_one(), paired.one()
    if not matches == pairings == different:
        words = f"{where}: {matches} for {pairings}, {different} different ones"
        findings.found("matches of no pairing", words)


def _places(course: Course, after: int | None) -> dict[int, tuple[int | None, Any]]:
    final = standings(course, after)
    return {
        row.entrant.number: (row.place, row.points) for table in final.tables for row in table.rows
    }


def shown(course: Course, after: int) -> object:
    """What people see of the standings after a round."""
    final = standings(course, after)
    if course.event.format == "ladder":
        return None
    return [
        [
            (row.place, row.entrant.number, row.points, row.tie_breaks, row.cells)
            for row in table.rows
        ]
        for table in final.tables
    ]


def _avoidable(course: Course) -> Iterator[str]:
    """Rounds of a Swiss tournament in which people met again who didn't have to, and groups in
    which some meet more often than others."""
    format = course.event.format
    if format in ("cup", "league", "tour"):
        yield from _uneven(course)
    if format != "swiss":
        return
    meetings: Counter[frozenset[int]] = Counter()
    had_bye: set[int] = set()
    for each in course.rounds:
        boards = [pairing for pairing in course.pairings if pairing.round == each.number]
        boards = [pairing for pairing in boards if pairing.outcomes != (results.HALF_BYE,)]
        now = tables.meetings([pairing.seats for pairing in boards])
        repeated = sum(times for pair, times in now.items() if meetings[pair])
        present = [number for pairing in boards for number in pairing.seats]
        if repeated and max(len(pairing.seats) for pairing in boards) == 2:
            if _could_be_paired(present, meetings, had_bye):
                yield f"{repeated} in round {each.number} of {len(present)} players"
        elif repeated and _fewer_at_tables(
            _at_tables(boards), meetings, sum(meetings[pair] for pair in now)
        ):
            yield f"{repeated} at the tables of round {each.number} of {len(present)} players"
        meetings.update(now)
        had_bye |= {pairing.seats[0] for pairing in boards if pairing.outcomes == (results.BYE,)}


def _uneven(course: Course) -> Iterator[str]:
    for key in sorted({(each.round, each.division) for each in course.pairings}):
        boards = [each.seats for each in course.pairings if (each.round, each.division) == key]
        meetings = tables.meetings(boards)
        if max(map(len, boards)) == 2 and len({*meetings.values()}) > 1:
            yield f"uneven meetings in {key}: {meetings}"
        members = {number for seats in boards for number in seats}
        for seat in range(max(map(len, boards))):
            had = Counter(seats[seat] for seats in boards)
            if max(had[each] for each in members) - min(had[each] for each in members) > 1:
                yield f"uneven seats in {key}"


def _could_be_paired(
    present: Sequence[int], meetings: Counter[frozenset[int]], had_bye: set[int]
) -> bool:
    """Whether all could meet somebody new, one with a bye for the first time where the number is
    odd: by trying all, those with the fewest choices first."""
    players = [*present, 0] if len(present) % 2 else list(present)

    def fits(one: int, other: int) -> bool:
        if 0 in (one, other):
            return (one or other) not in had_bye
        return not meetings[frozenset((one, other))]

    choices = {
        one: {other for other in players if other != one and fits(one, other)} for one in players
    }
    tries = 200_000

    def paired(left: frozenset[int]) -> bool:
        nonlocal tries
        if not left:
            return True
        tries -= 1
        if tries < 0:
            return False
        one = min(left, key=lambda each: (len(choices[each] & left), each))
        return any(paired(left - {one, other}) for other in sorted(choices[one] & left))

    return paired(frozenset(players))


def _at_tables(boards: Sequence[Pairing]) -> list[int]:
    return [number for pairing in boards if len(pairing.seats) == 3 for number in pairing.seats]


def _fewer_at_tables(
    seated: Sequence[int], meetings: Counter[frozenset[int]], repeated: int
) -> bool:
    """Whether there are tables of three at which fewer have met, by the sum of the times that they
    have; of more than `tables.FEW`, whether another search finds some."""
    order = list(seated)
    random.Random(repeated).shuffle(order)
    new = tables.tables(
        {
            "players": [{"number": each, "points": 0, "seats": (0, 0, 0)} for each in order],
            "met": [(min(pair), max(pair), times) for pair, times in meetings.items()],
            "apart": [],
            "seed": repeated,
        }
    )
    return sum(meetings[pair] for pair in tables.meetings(new)) < repeated
