"""Plays whole events with people who quit, come late, block each other and never show up, while
the process is killed between any two transactions, and looks whether every event ends as it should.

    python -m benchmarks.events --events 2000
    python -m benchmarks.events --costs

The services, the schema and all transactions are those of the bot, on a SQLite database in memory.
Abstracted are the moves: a match ends by a result out of a hat, as a game of chance would give it,
at a moment between its beginning and its deadline; and Swiss rounds are paired in this process
instead of a worker.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from multiprocessing import Pool, cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine

from club.events import course as courses
from club.events import results, swiss, swiss_worker, tables
from club.events.course import Course, Person, Planned
from club.events.events import Events
from club.events.opening import Wishes
from club.events.round_robin import everybody_once
from club.events.standings import standings
from club.matches.matches import Matches
from club.members.audit import Admin
from rules.position import Position
from rules.refusal import Refusal
from rules.registry import GAMES
from rules.replay import leave, replay
from storage.database import key_values, schema
from storage.database.bulk_transaction import DirectTransaction
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.events import events as stored_events
from storage.events import news as stored_news
from storage.events.entrants import Entrant
from storage.events.events import Event, Format, Terms
from storage.events.rounds import Pairing, Round
from storage.matches import match_lists
from storage.matches import matches as stored_matches
from storage.matches.matches import Result, StoredMatch
from storage.members import blocks as stored_blocks
from storage.members import members as stored_members
from tests.club.events.slow_standings import slow_standings
from tests.databases import new_file

T = TypeVar("T")

BEGINNING = datetime(2026, 3, 1, 12, tzinfo=UTC)
FORMATS: tuple[Format, ...] = ("cup", "league", "tour", "ladder", "swiss")
CHANNEL = 1
ORGANISER = Admin(999_999_999, "Organiser")
AT_ONCE = 5
"""Events on one database."""
LONGEST = timedelta(days=200)
"""After which an event counts as stuck that should long be over."""


class Killed(BaseException):
    """The process died here; no handler of errors sees it."""


class MortalStore(Store):
    """A store in a transaction of its own, in which the process may die before, within and after
    each transaction."""

    def __init__(self, connection: Connection, chance: random.Random) -> None:
        self._direct = connection
        self._chance = chance
        self.deadliness = 0.0

    def _perhaps_die(self) -> None:
        if self._chance.random() < self.deadliness:
            raise Killed

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """A transaction that is undone if the process dies in it."""
        self._perhaps_die()
        self._direct.exec_driver_sql("SAVEPOINT whole")
        try:
            yield DirectTransaction(self._direct)
            self._perhaps_die()
        except BaseException:
            self._direct.exec_driver_sql("ROLLBACK TO whole")
            self._direct.exec_driver_sql("RELEASE whole")
            raise
        self._direct.exec_driver_sql("RELEASE whole")
        self._perhaps_die()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """What is there."""
        yield DirectTransaction(self._direct)

    async def writing(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """The result of some work in a transaction that is undone if the process dies in it."""
        async with self.write() as tx:
            return await work(tx)

    async def reading(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """The result of some work on what is there."""
        async with self.read() as tx:
            return await work(tx)


class PairerHere:
    """Pairs in this process, so that thousands of rounds don't start a process each."""

    async def pair(self, request: swiss_worker.Request) -> list[swiss_worker.Pair]:
        """Who meets whom."""
        return swiss_worker.pair(request)


@dataclass
class Findings:
    """What a simulation has come to."""

    events: Counter[str] = field(default_factory=Counter[str])
    matches: int = 0
    kills: int = 0
    wrong: Counter[str] = field(default_factory=Counter[str])
    examples: list[str] = field(default_factory=list[str])

    def found(self, what: str, where: str) -> None:
        """Something is not as it should be."""
        self.wrong[what] += 1
        if len(self.examples) < 20:
            self.examples.append(f"{what}: {where}")

    def add(self, other: Findings) -> None:
        """What another part of the simulation has found."""
        self.events += other.events
        self.matches += other.matches
        self.kills += other.kills
        self.wrong += other.wrong
        self.examples += other.examples


@dataclass(frozen=True)
class Character:
    """How somebody behaves."""

    never_comes: bool
    quits: float
    """Chance in a step."""
    leaves_server: float
    speed: float
    """Chance that a match of theirs ends in a step."""


class World:
    """Some events, one after another, on one database."""

    def __init__(self, store: MortalStore, chance: random.Random, findings: Findings) -> None:
        self.store = store
        self.chance = chance
        self.findings = findings
        self.now = BEGINNING
        self.people: dict[int, Character] = {}
        self.events = self._born()

    def _born(self) -> Events:
        """The services of a process that has just started; nothing outlives it but the store."""
        matches = Matches(self.store, lambda: self.now)
        return Events(self.store, matches, lambda: self.now, self.chance, PairerHere())

    async def tried(self, what: Any) -> bool:
        """Do something as people and chores do it: it may be refused, the process may die in it."""
        self.store.deadliness = self.deadly
        try:
            await what()
        except Refusal:
            return False
        except Killed:
            self.findings.kills += 1
            self.events = self._born()
            return False
        finally:
            self.store.deadliness = 0.0
        return True

    deadly = 0.0

    async def settled(self) -> None:
        """Let chores run until one round of them gets through alive."""
        while not await self.tried(self.events.advance):
            pass

    def person(self, user_id: int) -> Person:
        """Somebody, who is given a character at first sight."""
        if user_id not in self.people:
            kind = self.chance.random()
            self.people[user_id] = Character(
                never_comes=kind < 0.06,
                quits=0.05 if kind > 0.9 else 0.002,
                leaves_server=0.02 if 0.85 < kind < 0.9 else 0.0,
                speed=self.chance.choice((0.05, 0.2, 0.4)),
            )
        return Person(user_id, f"player {user_id}")

    async def course(self, event_id: int) -> Course:
        """An event as it stands."""
        async with self.store.read() as tx:
            found = await courses.find(tx, event_id)
        assert found is not None
        return found

    async def play(self, format: Format, number: int) -> None:
        """One event from its opening to its end, and the seasons that follow it."""
        self.deadly = self.chance.choice((0.0, 0.02, 0.1))
        guild_id = number
        users = iter(range(number * 1000, number * 1000 + 999))
        opener = self.person(next(users))
        wishes, count = self._wishes(format)
        opened = await self.events.open(guild_id, CHANNEL, format, opener, wishes)
        event_id: int | None = opened.id
        for _ in range(count - 1):
            person = self.person(next(users))
            await self._joins(opened.id, person)
            if self.chance.random() < 0.05:
                await self._blocks(opened.id, person)
        while event_id is not None:
            await self._to_the_end(event_id, guild_id, users)
            await self._judge(event_id, guild_id)
            event_id = await self._next_season(event_id, users)

    def _wishes(self, format: Format) -> tuple[Wishes, int]:
        chance = self.chance
        if format == "tour":
            return Wishes(), chance.randint(2, 14)
        games = ("skirt", "scala", "passtally")
        game = chance.choice(games if format != "ladder" else games[:2])
        options = {"players": 3} if game == "passtally" and chance.random() < 0.7 else None
        count = {
            "cup": 4,
            "league": chance.randint(3, 22),
            "ladder": chance.randint(2, 12),
            "swiss": chance.randint(8, 24) if chance.random() < 0.9 else chance.randint(25, 64),
        }[format]
        if format == "cup" and game == "passtally":
            count = 3
        rounds = chance.choice((None, None, 4, 9)) if format == "swiss" else None
        return Wishes(game=game, options=options, rounds=rounds), count

    async def _joins(self, event_id: int, person: Person) -> None:
        while not await self.tried(lambda: self.events.join(event_id, person)):
            listed = await self.events.event(event_id)
            if listed.has(person.user_id) or self.chance.random() < 0.3:
                return

    async def _blocks(self, event_id: int, person: Person) -> None:
        there = [each.user_id for each in (await self.events.event(event_id)).entrants]
        other = self.chance.choice(there)
        if other != person.user_id:
            async with self.store.write() as tx:
                block = stored_blocks.Block(person.user_id, other, "somebody", self.now)
                await stored_blocks.add(tx, block)

    async def _next_season(self, event_id: int, users: Iterator[int]) -> int | None:
        event = (await self.events.event(event_id)).event
        async with self.store.read() as tx:
            coming = await stored_events.next_season(tx, event)
        if coming is None or event.season >= 3:
            return None
        listed = await self.events.event(coming)
        for entrant in listed.entrants:
            if self.chance.random() < (0.8 if event.season < 2 else 0.1):
                person = Person(entrant.user_id, entrant.name)
                await self.tried(lambda person=person: self.events.still_in(coming, person))
        if event.season < 2:
            for _ in range(self.chance.randrange(3)):
                await self._joins(coming, self.person(next(users)))
        return coming

    async def _to_the_end(self, event_id: int, guild_id: int, users: Iterator[int]) -> None:
        begun = self.now
        seen: dict[int, object] = {}
        while True:
            await self.settled()
            course = await self.course(event_id)
            for each in course.rounds:
                if each.over_at is not None and each.number not in seen:
                    seen[each.number] = _shown(course, each.number)
            if course.event.is_over:
                break
            if self.now - begun > LONGEST:
                self.findings.found("stuck", f"event {guild_id} {course.event}")
                return
            self.now += timedelta(hours=self.chance.choice((5, 20, 50, 90)))
            await self._matches_go_on(event_id)
            await self._people_act(course, users)
        for number, before in seen.items():
            if _shown(course, number) != before:
                self.findings.found("changed standings", f"{guild_id}, round {number}")

    async def _people_act(self, course: Course, users: Iterator[int]) -> None:
        event, chance = course.event, self.chance
        for entrant in course.present:
            character = self.people[entrant.user_id]
            person = Person(entrant.user_id, entrant.name)
            if entrant.asked_at is not None and chance.random() < 0.7:
                await self.tried(lambda person=person: self.events.still_in(event.id, person))
            if chance.random() < character.quits:
                await self.tried(lambda person=person: self.events.leave(event.id, person.user_id))
            elif chance.random() < character.leaves_server:
                await self._leaves_server(event, person)
            elif event.format == "ladder" and chance.random() < 0.3:
                above = max(1, (entrant.place or 1) - chance.randint(1, 3))
                await self.tried(
                    lambda person=person, above=above: self.events.challenge_above(
                        event.id, person, above
                    )
                )
        if chance.random() < 0.2 or (event.format == "cup" and event.state == "open"):
            await self._joins(event.id, self.person(next(users)))
        if chance.random() < 0.02 and course.present:
            user_id = chance.choice(course.present).user_id
            await self.tried(lambda: self.events.remove(event.id, user_id, ORGANISER))
        if chance.random() < 0.03:
            await self.tried(lambda: self.events.extend(event.id, ORGANISER))
        played = [each for each in course.open if each.match_id is not None]
        if chance.random() < 0.03 and played:
            pairing = chance.choice(played)
            winner = course.entrant(chance.choice(pairing.seats)).user_id
            chosen = chance.choice((winner, None))
            match_id = pairing.match_id or 0
            await self.tried(lambda: self.events.adjudicate(event.id, match_id, chosen, ORGANISER))
        if chance.random() < 0.001:
            await self.tried(lambda: self.events.cancel(event.id, ORGANISER))

    async def _leaves_server(self, event: Event, person: Person) -> None:
        async with self.store.write() as tx:
            gone = stored_members.Member(
                event.guild_id, person.user_id, person.name, False, self.now
            )
            await stored_members.save(tx, [gone])

    async def _matches_go_on(self, event_id: int) -> None:
        """Let first moves be made or missed, and matches end."""
        async with self.store.write() as tx:
            course = await courses.find(tx, event_id)
            assert course is not None
            numbers = [each.match_id for each in course.open if each.match_id is not None]
            for match in await match_lists.numbered(tx, numbers):
                if match.state == "running":
                    await self._goes_on(tx, match)

    async def _goes_on(self, tx: Transaction, match: StoredMatch) -> None:
        record = await stored_matches.moves(tx, match.id)
        moved = {entry.seat for entry in record}
        at = record[-1].at if record else match.created_at
        missing = [seat for seat in match.seats if seat.seat not in moved]
        for seat in missing:
            if self.people[seat.user_id].never_comes:
                if self.now - at >= timedelta(hours=48):
                    await self._times_out(tx, match, seat.seat)
                return
            at = min(self.now, at + timedelta(hours=self.chance.uniform(1, 40)))
            await self._moves(tx, match, at)
        speed = min(self.people[seat.user_id].speed for seat in match.seats)
        if self.chance.random() < speed:
            if self.chance.random() < 0.1:
                await self._times_out(tx, match, self.chance.choice(match.seats).seat)
            else:
                await self._ends(tx, match)

    async def _position(self, tx: Transaction, match: StoredMatch) -> Position:
        record = await stored_matches.moves(tx, match.id)
        played = list(replay(GAMES[match.game], match.setup, [entry.text for entry in record]))
        return played[-1].after if played else GAMES[match.game].start(match.setup)

    async def _moves(self, tx: Transaction, match: StoredMatch, at: datetime) -> None:
        """One whole turn of whoever is to move."""
        position = await self._position(tx, match)
        mover = position.to_move
        while mover is not None and position.to_move == mover:
            move = position.moves()[0]
            await stored_matches.append_move(
                tx,
                match_id=match.id,
                seat=mover,
                text=position.text(move),
                user_id=match.seats[mover - 1].user_id,
                at=at,
            )
            position = position.play(move)
            if not position.is_mid_turn:
                break
        await stored_matches.change(
            tx,
            match.id,
            (await stored_matches.present(tx, match.id)).version,
            to_move=position.to_move,
        )

    async def _times_out(self, tx: Transaction, match: StoredMatch, seat: int) -> None:
        if len(match.seats) == 3:
            # The others play on, and one of them wins.
            leaver = match.seats[seat - 1].user_id
            left = leave(await self._position(tx, match), seat, "times out")
            await stored_matches.append_move(
                tx,
                match_id=match.id,
                seat=seat,
                text=left.text,
                user_id=leaver,
                at=self.now,
                kind=results.TIMED_OUT,
            )
            await stored_matches.leave(tx, match.id, seat)
            await self._ends(tx, await stored_matches.present(tx, match.id), last=seat)
            return
        winner = 3 - seat
        places = [1 if each.seat == winner else 2 for each in match.seats]
        await self._over(tx, match, [winner], "time", places)

    async def _ends(self, tx: Transaction, match: StoredMatch, last: int | None = None) -> None:
        order = [seat.seat for seat in match.seats]
        self.chance.shuffle(order)
        if last is not None:
            order.remove(last)
            order.append(last)
        if self.chance.random() < 0.1:
            places = [1 if seat.is_playing else len(order) for seat in match.seats]
            await self._over(tx, match, [], "agreed", places)
            return
        if self.chance.random() < 0.01:
            await self._over(tx, match, [], "moderator", [None] * len(order), state="aborted")
            return
        places = [order.index(seat.seat) + 1 for seat in match.seats]
        await self._over(tx, match, order[:1], "rules", places)

    async def _over(
        self,
        tx: Transaction,
        match: StoredMatch,
        winners: list[int],
        reason: str,
        places: Sequence[int | None],
        *,
        state: Any = "over",
    ) -> None:
        match = await stored_matches.present(tx, match.id)
        result = Result(winners=winners, reason=reason, words="", scores=None)
        await stored_matches.change(
            tx,
            match.id,
            match.version,
            state=state,
            to_move=None,
            ended_at=self.now,
            result=result,
            deadline=None,
            wakes_at=None,
        )
        number = await key_values.next_number(tx, "matches_ended")
        turns = [self.chance.randint(1, 30) for _ in match.seats]
        await stored_matches.set_ending(tx, match.id, number, places, turns)

    async def _judge(self, event_id: int, guild_id: int) -> None:
        """Look whether an event that has ended is as it should be."""
        findings = self.findings
        course = await self.course(event_id)
        event = course.event
        where = f"event {guild_id} ({event.format}, {event.state}, season {event.season})"
        findings.events[f"{event.format} {event.state}"] += 1
        findings.matches += sum(each.match_id is not None for each in course.pairings)
        if not event.is_over:
            findings.found("unfinished", where)
            return
        if course.open:
            findings.found("open pairings", where)
        async with self.store.read() as tx:
            stray = await tx.execute(
                schema.match.select().where(
                    schema.match.c.event_id == event_id, schema.match.c.state == "running"
                )
            )
            if stray.all():
                findings.found("matches that still wait", where)
            count = await tx.execute(
                schema.match.select().where(schema.match.c.guild_id == guild_id)
            )
            news = await stored_news.of_event(tx, event_id)
            played = len(count.all())
        if event.season == 1 and event.format != "league":
            paired = sum(each.match_id is not None for each in course.pairings)
            if played != paired:
                findings.found("matches of no pairing", f"{where}: {played} for {paired}")
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


def _places(course: Course, after: int | None) -> dict[int, tuple[int | None, Any]]:
    found = standings(course.event, course.entrants, course.rounds, course.pairings, after)
    return {
        row.entrant.number: (row.place, row.points) for table in found.tables for row in table.rows
    }


def _shown(course: Course, after: int) -> object:
    """What people see of the standings after a round."""
    found = standings(course.event, course.entrants, course.rounds, course.pairings, after)
    if course.event.format == "ladder":
        return None
    return [
        [
            (row.place, row.entrant.number, row.points, row.tie_breaks, row.cells)
            for row in table.rows
        ]
        for table in found.tables
    ]


def _avoidable(course: Course) -> Iterator[str]:
    """Rounds of a Swiss tournament in which people met again who didn't have to, and groups in
    which some meet more often than others."""
    format = course.event.format
    if format in ("cup", "league", "tour"):
        yield from _uneven(course)
    if format != "swiss":
        return
    met: Counter[frozenset[int]] = Counter()
    had_bye: set[int] = set()
    for each in course.rounds:
        boards = [pairing for pairing in course.pairings if pairing.round == each.number]
        boards = [pairing for pairing in boards if pairing.outcomes != (results.HALF_BYE,)]
        now = tables.meetings([pairing.seats for pairing in boards])
        repeated = sum(times for pair, times in now.items() if met[pair])
        present = [number for pairing in boards for number in pairing.seats]
        if repeated and max(len(pairing.seats) for pairing in boards) == 2:
            if _could_be_paired(present, met, had_bye):
                yield f"{repeated} in round {each.number} of {len(present)} players"
        elif repeated and _fewer_at_tables(_at_tables(boards), met, repeated):
            yield f"{repeated} at the tables of round {each.number} of {len(present)} players"
        met.update(now)
        had_bye |= {pairing.seats[0] for pairing in boards if pairing.outcomes == (results.BYE,)}


def _uneven(course: Course) -> Iterator[str]:
    for key in sorted({(each.round, each.division) for each in course.pairings}):
        boards = [each.seats for each in course.pairings if (each.round, each.division) == key]
        met = tables.meetings(boards)
        if max(map(len, boards)) == 2 and len({*met.values()}) > 1:
            yield f"uneven meetings in {key}: {met}"
        members = {number for seats in boards for number in seats}
        for seat in range(max(map(len, boards))):
            had = Counter(seats[seat] for seats in boards)
            if max(had[each] for each in members) - min(had[each] for each in members) > 1:
                yield f"uneven seats in {key}"


def _could_be_paired(
    present: Sequence[int], met: Counter[frozenset[int]], had_bye: set[int]
) -> bool:
    """Whether all could meet somebody new, one with a bye for the first time where the number is
    odd: by trying all, those with the fewest choices first."""
    players = [*present, 0] if len(present) % 2 else list(present)

    def fits(one: int, other: int) -> bool:
        if 0 in (one, other):
            return (one or other) not in had_bye
        return not met[frozenset((one, other))]

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


def _fewer_at_tables(seated: Sequence[int], met: Counter[frozenset[int]], repeated: int) -> bool:
    """Whether a long search finds tables with fewer repeated meetings."""
    for seed in range(10):
        order = [tables.Player(each, 0) for each in seated]
        random.Random(seed).shuffle(order)
        new = tables.meetings(tables.tables(order, met, frozenset(), seed))
        if sum(times for pair, times in new.items() if met[pair]) < repeated:
            return True
    return False


@contextmanager
def _mortal_store(chance: random.Random) -> Iterator[MortalStore]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "events.db"
        new_file(path)
        engine = create_engine(f"sqlite:///{path}", connect_args={"isolation_level": None})
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = MEMORY")
            connection.exec_driver_sql("PRAGMA synchronous = OFF")
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield MortalStore(connection, chance)
        engine.dispose()


def simulate(task: tuple[int, int, tuple[Format, ...]]) -> Findings:
    """Some events on one database, the first of this number."""
    first, count, formats = task

    async def run() -> Findings:
        findings = Findings()
        chance = random.Random(first)
        with _mortal_store(chance) as store:
            for number in range(first, first + count):
                world = World(store, chance, findings)
                await world.play(formats[number % len(formats)], number)
        return findings

    return asyncio.run(run())


def costs() -> None:
    """Measure what pairing a round and computing standings take, on courses made up in memory."""
    print("players   py4swiss   tables of three   standings after 7 rounds     its worst pairing")
    for players in (8, 64, 200):
        course = _made_up(players, 1)
        swiss_time = tables_time = worst = 0.0
        # More than 64 can't enter a Swiss tournament: two rounds show what it would be.
        for _ in range(swiss.rounds_of(course) if players <= 64 else 2):
            began = time.perf_counter()
            pairs = swiss_worker.pair(swiss.request(course))
            swiss_time += time.perf_counter() - began
            worst = max(worst, time.perf_counter() - began)
            coming = swiss.next_round(course, pairs, BEGINNING)
            course = _played(course, coming.pairings)
        rounds = len(course.rounds)
        for pairs_of_round in everybody_once(range(1, players + 1))[: 7 - rounds]:
            course = _played(course, [Planned(pair) for pair in pairs_of_round])
        began = time.perf_counter()
        for _ in range(10):
            standings(course.event, course.entrants, course.rounds, course.pairings)
        standings_time = (time.perf_counter() - began) / 10
        three = _made_up(players, 1, {"players": 3})
        for _ in range(3):
            began = time.perf_counter()
            planned = swiss.tables_of(three)
            tables_time = max(tables_time, time.perf_counter() - began)
            three = _played(three, planned)
        print(
            f"{players:7} {swiss_time / rounds:8.3f} s {tables_time:13.3f} s "
            f"{1000 * standings_time:21.1f} ms {worst:21.3f} s"
        )


def _made_up(players: int, number: int, options: dict[str, int] | None = None) -> Course:
    terms = Terms(options or {"players": 2}, "1d", 10, 0, players, 5)
    event = Event(
        number, 1, "swiss", "passtally", "", "running", 1, terms, 1, "", 1, None, None, None,
        BEGINNING, None, BEGINNING, None, None, None, None, None, 1, 0, None,
    )  # fmt: skip
    entrants = tuple(
        Entrant(number, each, each, "", "in", each, 1500.0, None, None, 1, BEGINNING, BEGINNING,
                None, None)
        for each in range(1, players + 1)
    )  # fmt: skip
    return Course(event, entrants, (), ())


def _played(course: Course, planned: Sequence[Planned]) -> Course:
    """The course after a round with results out of a hat."""
    number, chance = len(course.rounds) + 1, random.Random(len(course.rounds))
    made: list[Pairing] = []
    for board, each in enumerate(planned, 1):
        outcomes = each.outcomes
        if outcomes is None:
            codes = list(results.BY_PLACE[len(each.seats)])
            chance.shuffle(codes)
            outcomes = tuple(codes)
        made.append(
            Pairing(
                0, 1, number, board, 1, each.seats, outcomes, None, BEGINNING, None, BEGINNING,
                False,
            )
        )  # fmt: skip
    over = Round(1, number, "passtally", BEGINNING, BEGINNING, BEGINNING)
    return replace(course, rounds=(*course.rounds, over), pairings=(*course.pairings, *made))


def main() -> None:
    """Play events, or measure what pairing and standings cost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--format", choices=FORMATS)
    parser.add_argument("--first", type=int, default=1, help="the number of the first event")
    parser.add_argument("--processes", type=int, default=cpu_count())
    parser.add_argument("--costs", action="store_true", help="measure costs, play nothing")
    chosen = parser.parse_args()
    if chosen.costs:
        costs()
        return
    formats = FORMATS if chosen.format is None else (chosen.format,)
    begin, end = chosen.first, chosen.first + chosen.events
    tasks = [(first, min(AT_ONCE, end - first), formats) for first in range(begin, end, AT_ONCE)]
    whole, began = Findings(), time.perf_counter()
    with Pool(chosen.processes) as pool:
        for findings in pool.imap_unordered(simulate, tasks):
            whole.add(findings)
            wrong = whole.wrong.total()
            print(f"\r{whole.events.total()} events, {wrong} findings", end="", flush=True)
    print(
        f"\r{whole.events.total()} events, {whole.matches} matches, {whole.kills} kills, "
        f"{time.perf_counter() - began:.0f} s"
    )
    for kind, times in sorted(whole.events.items()):
        print(f"  {kind:20} {times:6}")
    for what in KINDS:
        print(f"{what:28} {whole.wrong[what]:6}")
    for example in whole.examples[:20]:
        print(example)


KINDS = (
    "stuck",
    "unfinished",
    "double byes",
    "avoidable repeated pairs",
    "mismatched standings",
    "changed standings",
    "open pairings",
    "matches that still wait",
    "matches of no pairing",
)


if __name__ == "__main__":
    main()
