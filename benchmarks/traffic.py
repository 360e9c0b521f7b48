"""Simulate a week of many communities on the real services with a fast clock.

    python -m benchmarks.traffic [--people 300] [--days 7] [--seed 1] [--keep FILE]

People have a time zone and habits. They sleep, visit a few times a day, mostly in the evening, and
move wherever it is their turn. Matches last for days. Every challenge, answer, turn, reminder and
clock goes through the club's services and a SQLite file. Discord is only counted: posts in the
outbox count as sent at once. On the fourth day at 19:00 UTC the bot is down for a minute, and the
visitors of that minute return when it is back. At the end of the week a month is over, so every
server's summary is due at the same moment.

The table lists the load of a thousand active people on each part, on average and in the busiest
minute and second. `docs/scaling.md` derives from it which limit binds first.
"""

from __future__ import annotations

import argparse
import asyncio
import heapq
import itertools
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import exp
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from club.club import Club
from club.matches.match import Match
from engine.opponent import greedy_move, random_move
from rules.refusal import Refusal
from rules.registry import GAMES
from storage import outbox
from storage.database.store import Store, direct_store
from storage.matches import match_lists
from storage.matches.match import MATCHES, Participant, Place, Terms

SERVER_SIZE = 12
"""Active people per server."""

START = datetime(2026, 6, 25, tzinfo=UTC)
DOWNTIME_START = START + timedelta(days=3, hours=19)
DOWNTIME = timedelta(minutes=1)
MONTH_END = datetime(2026, 7, 1, tzinfo=UTC)
"""The end of a month, in all servers at once."""

PACES = ("1d", "3d", "3d", "7d", "3d+12h<5d")
MATCHES_AT_ONCE = 3
"""People with fewer running matches look for another now and then."""

GREEDY_SHARE = 0.7
"""The share of greedy moves, as random matches take too long."""

RESIGNATION_SHARE = 0.02
"""The share of turns that are resignations, later in a match."""

LEAVER_SHARE = 0.05
"""The share of people who stop coming during the week."""

REQUESTS = {"board": 2, "direct": 1, "digest": 1, "strip": 1, "refresh": 1, "remove": 1}
"""Requests per post.

A board is a new message, and an edit that removes the old one's controls. Answers to interactions
don't count towards a bot's limit.
"""

Event = Callable[[], Awaitable[None]]


@dataclass(slots=True)
class Person:
    """A person and their habits."""

    participant: Participant
    guild_id: int
    zone: timedelta
    visits: float
    """Per day, on average."""
    leaves_at: datetime


@dataclass(slots=True)
class EventCounts:
    """Counts of events, by the second of the week."""

    events: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, name: str, second: int, number: int = 1) -> None:
        """Count an event."""
        self.events.setdefault(name, Counter())[second] += number

    def total(self, name: str) -> int:
        """The number of events."""
        return sum(self.events.get(name, Counter()).values())

    def busiest(self, name: str, seconds: int) -> float:
        """The highest rate a second, over spans of `seconds`."""
        spans: Counter[int] = Counter()
        for second, number in self.events.get(name, Counter()).items():
            spans[second // seconds] += number
        return max(spans.values(), default=0) / seconds

    def within(self, name: str, begin: int, end: int) -> int:
        """The number of events between two seconds."""
        return sum(
            n for second, n in self.events.get(name, Counter()).items() if begin <= second < end
        )


class Week:
    """A simulated week of all communities."""

    def __init__(self, store: Store, people: int, days: int, random: Random) -> None:
        self._now = START
        self._end = START + timedelta(days=days)
        self._random = random
        self._store = store
        self._club = Club(store, lambda: self._now, random=random)
        self._people = [self._random_person(number) for number in range(people)]
        self._by_id = {person.participant.user_id: person for person in self._people}
        self._agenda: list[tuple[datetime, int, Event]] = []
        self._number = itertools.count()
        self._open_challenges: dict[int, list[int]] = {}
        """Challenges that anyone in a server may accept."""
        self.counts = EventCounts()
        self.running: list[int] = []
        """Number of running matches at each hour."""

    async def live(self) -> None:
        """Simulate the week."""
        await self._club.uptime.set_online()
        for person in self._people:
            for moment in self._visits(person):
                self._schedule(moment, lambda person=person: self._look_in(person))
        for hours in range(int((self._end - START) / timedelta(hours=1))):
            self._schedule(START + timedelta(hours=hours), self._run_hourly)
        while self._agenda:
            self._now, _, event = heapq.heappop(self._agenda)
            await event()
            await self._post()

    def _random_person(self, number: int) -> Person:
        random, guild = self._random, number // SERVER_SIZE
        zone = Random(guild).choice((-8, -6, -5, -5, -3, 0, 1, 1, 1, 2, 8, 9, 9))
        leaves_at = (
            self._end
            if random.random() > LEAVER_SHARE
            else START + random.random() * (self._end - START)
        )
        return Person(
            Participant(1_000 + number, f"member {number}"),
            guild_id=(guild + 1) << 22,
            zone=timedelta(hours=zone),
            visits=random.uniform(1, 5),
            leaves_at=leaves_at,
        )

    def _visits(self, person: Person) -> Iterator[datetime]:
        """Yield a person's visits, rare at night and most frequent in their evening."""
        moment = START
        max_rate = 2.6 * person.visits / 24
        while True:
            moment += timedelta(hours=self._random.expovariate(max_rate))
            if moment >= min(self._end, person.leaves_at):
                return
            hour = (moment + person.zone).hour + (moment + person.zone).minute / 60
            if self._random.random() < _liveliness(hour) / 2.6:
                # People who find the bot down return once it is back.
                if DOWNTIME_START <= moment < DOWNTIME_START + DOWNTIME:
                    moment = (
                        DOWNTIME_START + DOWNTIME + timedelta(seconds=self._random.uniform(0, 20))
                    )
                yield moment

    def _schedule(self, moment: datetime, event: Event) -> None:
        heapq.heappush(self._agenda, (moment, next(self._number), event))

    def _count(self, name: str, number: int = 1) -> None:
        self.counts.add(name, int((self._now - START).total_seconds()), number)

    async def _look_in(self, person: Person) -> None:
        """Move in each match where it is the person's turn, then look for another match."""
        async with self._store.read() as tx:
            stored = await match_lists.running_of(tx, person.participant.user_id)
        moment = self._now
        user_id = person.participant.user_id
        for each in stored:
            match = await self._club.matches.find(each.id)
            if match.player_to_move is not None and match.player_to_move.user_id == user_id:
                moment += timedelta(seconds=self._random.uniform(20, 90))
                self._schedule(moment, lambda match=match: self._take_turn(match.id, user_id))
        if len(stored) < MATCHES_AT_ONCE and self._random.random() < 0.5:
            await self._look_for_a_match(person)

    async def _take_turn(self, match_id: int, user_id: int) -> None:
        try:
            match = await self._club.matches.in_time(match_id)
            await self._turn(match, user_id)
        except Refusal:
            # The time ran out, or the opponent resigned.
            return

    async def _turn(self, match: Match, user_id: int) -> None:
        random = self._random
        if len(match.played) > 8 and random.random() < RESIGNATION_SHARE:
            self._count("interactions", 2)
            await self._club.matches.resign(match.id, user_id)
            return
        while match.player_to_move is not None and match.player_to_move.user_id == user_id:
            choose = greedy_move if random.random() < GREEDY_SHARE else None
            if choose is None:
                move = random_move(match.position, random)
            else:
                move = choose(match.game.key, match.position, random)
            self._count("interactions", 4)
            match = await self._club.matches.play(match.id, user_id, move)
            self._count("moves")
        self._count("turns")

    async def _look_for_a_match(self, person: Person) -> None:
        waiting = self._open_challenges.setdefault(person.guild_id, [])
        for challenge_id in list(waiting):
            try:
                challenge = await self._club.challenges.accept(challenge_id, person.participant)
            except Refusal:
                continue
            self._count("interactions")
            self._count("requests", 2)
            if challenge.match_id is not None:
                waiting.remove(challenge_id)
                self._count("matches begun")
            return
        game = self._random.choice(list(GAMES.values()))
        try:
            open_challenge = await self._club.challenges.make(
                Terms(game.key, game.choose({}), pace=self._random.choice(PACES)),
                Place(person.guild_id, person.guild_id + 1),
                person.participant,
                [],
            )
        except Refusal:
            return
        self._count("interactions")
        waiting.append(open_challenge.id)

    async def _run_hourly(self) -> None:
        await self._club.challenges.expire()
        if self._now == MONTH_END:
            self._count("requests", len({person.guild_id for person in self._people}))
        async with self._store.read() as tx:
            query = MATCHES.select().where(MATCHES.c.state == "running")
            self.running.append(len((await tx.execute(query)).all()))

    async def _post(self) -> None:
        """Wake due matches, and count the outbox as sent."""
        await self._club.matches.alarms.wake_due()
        async with self._store.write() as tx:
            for entry in await outbox.due(tx, self._now, 500):
                await outbox.claim(tx, entry, self._now, self._now + timedelta(minutes=1))
                self._count("posts")
                self._count("requests", REQUESTS.get(entry.kind, 1))
                await outbox.mark_sent(tx, entry, self._now, entry.id)


def _liveliness(hour: float) -> float:
    """The frequency of visits relative to the day's mean, lowest at 4 and highest at 20."""
    evening, noon = exp(-(((hour - 20) / 2.5) ** 2)), exp(-(((hour - 12.5) / 3) ** 2))
    return 0.05 + 2.2 * evening + 0.9 * noon


async def _simulate(people: int, days: int, seed: int, file: Path) -> Week:
    """Simulate a week on a database file."""
    await (await Store.open(f"sqlite:///{file}")).close()
    with direct_store(file) as store:
        week = Week(store, people, days, Random(seed))
        await week.live()
    return week


def measure(people: int, days: int, seed: int, file: Path) -> None:
    """Print the table."""
    began = process_time()
    week = asyncio.run(_simulate(people, days, seed, file))
    processor_time = process_time() - began
    counts, seconds = week.counts, days * 86_400
    per_thousand = 1_000 / people
    servers = -(-people // SERVER_SIZE)
    print(f"{people} active people in {servers} servers, {days} days; per 1,000 people:")
    print(f"{'':<22}{'in all':>9}{'a day':>10}{'a second':>10}{'busiest minute':>16}{'second':>9}")
    for name in ("matches begun", "turns", "moves", "interactions", "posts", "requests"):
        total = counts.total(name) * per_thousand
        minute = counts.busiest(name, 60) * per_thousand
        second = counts.busiest(name, 1) * per_thousand
        print(
            f"{name:<22}{total:>9,.0f}{total / days:>10,.0f}{total / seconds:>10.3f}"
            f"{minute:>16.2f}{second:>9.1f}"
        )
    print(f"matches under way: {per_thousand * max(week.running):,.0f} at most")
    _report_deploy(counts, per_thousand)
    month_end = int((MONTH_END - START).total_seconds())
    print(f"requests when a month is over: {counts.within('requests', month_end, month_end + 1):,}")
    with sqlite3.connect(file) as connection:
        (matches,) = connection.execute("SELECT count(*) FROM match").fetchone()
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        (page,) = connection.execute("PRAGMA page_size").fetchone()
    stored = pages * page / max(1, matches) / 1024
    print(f"{matches:,} matches take {stored:.1f} KiB each in the database, indexes and all")
    turns = max(1, counts.total("turns"))
    milliseconds = 1_000 * processor_time / turns
    print(f"{milliseconds:.1f} ms of processor time a turn, without Discord and threads")


def _report_deploy(counts: EventCounts, per_thousand: float) -> None:
    """Print the load after a minute of downtime on a busy evening."""
    start = int((DOWNTIME_START - START).total_seconds())
    downtime = int(DOWNTIME.total_seconds())
    before = counts.within("requests", start - 600, start) / 600
    after = counts.within("requests", start + downtime, start + downtime + 60) / 60
    print(
        f"requests a second before a minute of downtime: {before * per_thousand:.2f}, "
        f"in the minute after it: {after * per_thousand:.2f}"
    )


def main() -> None:
    """Measure with the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="leave the database in this file")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        file = chosen.keep or Path(folder) / "traffic.db"
        measure(chosen.people, chosen.days, chosen.seed, file)


if __name__ == "__main__":
    main()
