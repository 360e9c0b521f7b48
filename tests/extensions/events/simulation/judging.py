"""The faults of simulated events, and their counts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import func, select

from extensions.events.club.course import EventCourse
from extensions.events.club.formats.registry import standings
from extensions.events.club.pairing import tables
from extensions.events.club.standings import results
from extensions.events.storage import news as stored_news
from extensions.events.storage.rounds import PAIRINGS, Pairing
from storage.database.store import Store
from storage.matches.match import MATCHES
from tests.extensions.events.club.slow_standings import slow_standings

KINDS = (
    "stuck",
    "unfinished",
    "errors",
    "double byes",
    "avoidable repeated pairs",
    "mismatched standings",
    "changed standings",
    "open pairings",
    "matches that still wait",
    "former players at boards",
    "matches of no pairing",
)
"""The kinds of faults."""

MAX_EXAMPLES = 5
"""Per world."""


@dataclass
class Findings:
    """The counts and faults of a simulation."""

    events: Counter[str] = field(default_factory=Counter[str])
    actions: Counter[str] = field(default_factory=Counter[str])
    """Successful actions of people."""
    matches: int = 0
    kills: int = 0
    wrong: Counter[str] = field(default_factory=Counter[str])
    examples: list[str] = field(default_factory=list[str])

    def note(self, kind: str, where: str) -> None:
        """Note a fault, with an example."""
        self.wrong[kind] += 1
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(f"{kind}: {where}")

    def add(self, other: Findings) -> None:
        """Add the findings of another part of the simulation."""
        self.events += other.events
        self.actions += other.actions
        self.matches += other.matches
        self.kills += other.kills
        self.wrong += other.wrong


async def judge(
    store: Store,
    course: EventCourse,
    shown_standings: Mapping[int, object],
    findings: Findings,
    where: str,
) -> None:
    """Check an event that is over.

    :param shown_standings: the standings shown after each round when that round ended.
    """
    event = course.event
    where = f"{where} ({event.format}, {event.state}, season {event.season})"
    findings.events[f"{event.format} {event.state}"] += 1
    findings.matches += sum(each.match_id is not None for each in course.pairings)
    if not event.is_over:
        findings.note("unfinished", where)
        return
    if course.open_pairings:
        findings.note("open pairings", where)
    for number, before in shown_standings.items():
        if visible_standings(course, number) != before:
            findings.note("changed standings", f"{where}, round {number}")
    async with store.read() as tx:
        stray = await tx.execute(
            MATCHES.select().where(MATCHES.c.event_id == event.id, MATCHES.c.state == "running")
        )
        if stray.all():
            findings.note("matches that still wait", where)
        news = await stored_news.of_event(tx, event.id)
    byes = Counter(each.seats for each in course.pairings if each.outcomes == (results.BYE,))
    if any(times > 1 for times in byes.values()):
        findings.note("double byes", where)
    for words in _avoidable_repeats(course):
        findings.note("avoidable repeated pairs", f"{where}: {words}")
    if event.state != "over":
        return
    for after in (None, *(each.number for each in course.rounds)):
        if event.format == "ladder" and after is not None:
            continue
        slow = slow_standings(course, news, after)
        fast = _places(course, after)
        if fast != {number: (place, 2 * points) for number, (place, points) in slow.items()}:
            findings.note("mismatched standings", f"{where} after {after}: {fast} {slow}")


async def judge_matches(store: Store, findings: Findings, where: str) -> None:
    """Check that each match belongs to exactly one pairing."""
    async with store.read() as tx:
        match_count = await tx.execute(select(func.count()).select_from(MATCHES))
        pairing = PAIRINGS.c.match_id
        paired = await tx.execute(select(func.count(pairing), func.count(pairing.distinct())))
        matches, (pairings, distinct) = match_count.scalar_one(), paired.one()
    if not matches == pairings == distinct:
        words = f"{where}: {matches} for {pairings}, {distinct} different ones"
        findings.note("matches of no pairing", words)


def _places(course: EventCourse, after: int | None) -> dict[int, tuple[int | None, Any]]:
    final = standings(course, after)
    return {
        row.entrant.number: (row.place, row.points) for table in final.tables for row in table.rows
    }


def visible_standings(course: EventCourse, after: int) -> object:
    """The standings that people see after a round."""
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


def _avoidable_repeats(course: EventCourse) -> Iterator[str]:
    """Yield avoidable repeats in Swiss rounds, and groups with uneven meetings."""
    format = course.event.format
    if format in ("cup", "league", "tour"):
        yield from _uneven_rounds(course)
    if format != "swiss":
        return
    meetings: Counter[frozenset[int]] = Counter()
    had_bye: set[int] = set()
    for each in course.rounds:
        boards = [pairing for pairing in course.pairings if pairing.round == each.number]
        boards = [pairing for pairing in boards if pairing.outcomes != (results.HALF_BYE,)]
        round_meetings = tables.meetings([pairing.seats for pairing in boards])
        repeated = sum(times for pair, times in round_meetings.items() if meetings[pair])
        present = [number for pairing in boards for number in pairing.seats]
        if repeated and max(len(pairing.seats) for pairing in boards) == 2:
            if _could_be_paired(present, meetings, had_bye):
                yield f"{repeated} in round {each.number} of {len(present)} players"
        elif repeated and _fewer_at_tables(
            _at_tables(boards), meetings, sum(meetings[pair] for pair in round_meetings)
        ):
            yield f"{repeated} at the tables of round {each.number} of {len(present)} players"
        meetings.update(round_meetings)
        had_bye |= {pairing.seats[0] for pairing in boards if pairing.outcomes == (results.BYE,)}


def _uneven_rounds(course: EventCourse) -> Iterator[str]:
    for key in sorted({(each.round, each.division) for each in course.pairings}):
        boards = [each.seats for each in course.pairings if (each.round, each.division) == key]
        meetings = tables.meetings(boards)
        if max(map(len, boards)) == 2 and len({*meetings.values()}) > 1:
            yield f"uneven meetings in {key}: {meetings}"
        members = {number for seats in boards for number in seats}
        for seat in range(max(map(len, boards))):
            times_in_seat = Counter(seats[seat] for seats in boards)
            if (
                max(times_in_seat[each] for each in members)
                - min(times_in_seat[each] for each in members)
                > 1
            ):
                yield f"uneven seats in {key}"


def _could_be_paired(
    present: Sequence[int], meetings: Counter[frozenset[int]], had_bye: set[int]
) -> bool:
    """Whether everyone could meet a new opponent, or get a first bye.

    Tries all pairings, players with the fewest choices first.
    """
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
    """Whether another search finds tables of three that repeat fewer meetings."""
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
