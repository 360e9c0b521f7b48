"""A world of events on a store whose process may die before, within and after each transaction."""

from __future__ import annotations

import traceback
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine

from club.audit import Admin
from club.club import Club
from extensions.events.club import course as courses
from extensions.events.club.course import EventCourse, Person
from extensions.events.club.events import Events
from extensions.events.club.opening import Opening
from extensions.events.storage import events as stored_events
from rules.refusal import Refusal
from storage.database.shards import ALL
from storage.database.store import DirectTransaction, Store
from storage.database.transaction import Transaction, Work
from storage.matches import match_lists
from storage.members import blocks as stored_blocks
from storage.members import membership as stored_members
from tests.databases import new_file
from tests.extensions.events.club.sample_events import InProcessPairer
from tests.extensions.events.simulation.judging import (
    Findings,
    judge,
    judge_matches,
    visible_standings,
)
from tests.extensions.events.simulation.people import Character, PlayedMatches, character, wishes

T = TypeVar("T")


class Killed(BaseException):
    """The process died. No error handler catches this."""


class MortalStore(Store):
    """A store whose process may die around transactions."""

    def __init__(self, connection: Connection, chance: Random) -> None:
        self._direct = connection
        self._chance = chance
        self.death_chance = 0.0
        """The chance of dying before, in and after a transaction."""

    def _maybe_die(self) -> None:
        if self.death_chance and self._chance.random() < self.death_chance:
            raise Killed

    @asynccontextmanager
    async def _write_block(self) -> AsyncGenerator[Transaction]:
        """Open a transaction that is undone if the process dies in it."""
        self._maybe_die()
        self._direct.exec_driver_sql("SAVEPOINT whole")
        try:
            yield DirectTransaction(self._direct)
            self._maybe_die()
        except BaseException:
            self._direct.exec_driver_sql("ROLLBACK TO whole")
            self._direct.exec_driver_sql("RELEASE whole")
            raise
        self._direct.exec_driver_sql("RELEASE whole")
        self._maybe_die()

    @asynccontextmanager
    async def _read_block(self) -> AsyncGenerator[Transaction]:
        yield DirectTransaction(self._direct)

    async def _write(self, work: Work[T]) -> T:
        async with self.write() as tx:
            return await work(tx)

    async def _read(self, work: Work[T]) -> T:
        async with self.read() as tx:
            return await work(tx)


@contextmanager
def mortal_store(chance: Random) -> Iterator[MortalStore]:
    """Open an empty temporary store."""
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


BEGINNING = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHANNEL = 1
ORGANISER = Admin(999_999_999, "Organiser")
MAX_LENGTH = timedelta(days=250)
"""The age at which a running event counts as stuck."""
SEASONS = 3
"""Seasons played of a league."""


@dataclass(slots=True)
class _RunningEvent:
    """A running event."""

    number: int
    """Unique in the simulation."""
    course: EventCourse
    begun_at: datetime
    acts_at: datetime
    """When people next act on it."""
    visible_standings: dict[int, object] = field(default_factory=dict[int, object])
    """The standings that people saw after each round."""


class World:
    """Some events of one server."""

    def __init__(self, store: MortalStore, chance: Random, findings: Findings) -> None:
        self.store = store
        self.chance = chance
        self.findings = findings
        self.now = BEGINNING
        self.death_chance = chance.choice((0.0, 0.02, 0.1))
        self.people: dict[int, Character] = {}
        self.departed: set[int] = set()
        self.under_way: dict[int, _RunningEvent] = {}
        self.matches = PlayedMatches(chance, self._character_of)
        self._restart()

    def _restart(self) -> None:
        """Rebuild everything but the store, as a restarted process does."""
        club = Club(self.store, self._clock, random=self.chance)
        club.uptime.running = lambda: ALL
        self.events = Events(club, InProcessPairer())
        self.personal_data = club.personal_data

    def _clock(self) -> datetime:
        """Return the time. No two things happen at the same moment."""
        self.now += timedelta(microseconds=1)
        return self.now

    def _character_of(self, user_id: int) -> Character:
        if user_id not in self.people:
            self.people[user_id] = character(self.chance)
        return self.people[user_id]

    async def attempt(self, name: str, action: Any) -> bool:
        """Perform an action that may be refused, or in which the process may die."""
        self.store.death_chance = self.death_chance
        try:
            await action()
        except Refusal:
            return False
        except Killed:
            self.findings.kills += 1
            self._restart()
            return False
        except Exception:
            self.findings.note("errors", traceback.format_exc())
            return True
        finally:
            self.store.death_chance = 0.0
        self.findings.actions[name] += 1
        return True

    async def play(self, guild_id: int, formats: Sequence[str]) -> None:
        """Play events of these formats from opening to end, with the seasons that follow."""
        self.guild_id = guild_id
        for number, format in enumerate(formats, guild_id):
            await self._open(number, format)
        while self.under_way:
            await self._run_chores()
            for running in list(self.under_way.values()):
                await self._update(running)
            self._pass_time()
            async with self.store.write() as tx:
                await self.matches.process_due(tx, self.now)
            for running in list(self.under_way.values()):
                if running.acts_at <= self.now:
                    await self._people_act(running.course)
                    running.acts_at = self.now + timedelta(hours=self.chance.uniform(1, 80))
        await judge_matches(self.store, self.findings, f"server {guild_id}")

    async def _run_chores(self) -> None:
        """Run the chores until one round completes."""
        while not await self.attempt("chores", self.events.advance):
            pass

    def _pass_time(self) -> None:
        """Move the clock to the next event, or somewhat later."""
        times = [each.acts_at for each in self.under_way.values()]
        times += [
            each.course.event.wakes_at
            for each in self.under_way.values()
            if each.course.event.wakes_at is not None
        ]
        next_at = self.matches.next_at()
        if next_at is not None:
            times.append(next_at)
        self.now = max(self.now, min(times, default=self.now))
        self.now += timedelta(hours=self.chance.choice((0, 1, 5, 20, 40)))

    async def _update(self, running: _RunningEvent) -> None:
        """Record an event's changes. If it is over, judge it and start its next season."""
        event_id = running.course.event.id
        async with self.store.read() as tx:
            event = await stored_events.current(tx, event_id)
            if event == running.course.event and self.now != running.begun_at:
                course = running.course
            else:
                course = await courses.load(tx, event)
        running.course = course
        await self._check_players(running)
        for seats in (2, 3):
            fresh = [
                each.match_id
                for each in course.open_pairings
                if each.match_id is not None and len(each.seats) == seats
            ]
            self.matches.begin(fresh, seats, self.now)
        for each in course.rounds:
            if each.over_at is not None and each.number not in running.visible_standings:
                running.visible_standings[each.number] = visible_standings(course, each.number)
        if not event.is_over:
            if self.now - running.begun_at > MAX_LENGTH:
                self.findings.note("stuck", f"event {running.number} {event}")
                del self.under_way[event_id]
            return
        del self.under_way[event_id]
        await judge(
            self.store, course, running.visible_standings, self.findings, f"event {running.number}"
        )
        await self._next_season(running)

    async def _check_players(self, running: _RunningEvent) -> None:
        """Check that no match waits for someone who has left the event."""
        course = running.course
        playing = [
            pairing.match_id
            for pairing in course.running_pairings
            if not all(course.entrant(number).is_in for number in pairing.seats)
        ]
        async with self.store.read() as tx:
            matches = await match_lists.by_numbers(tx, [each for each in playing if each])
        out = {each.user_id for each in course.entrants if not each.is_in}
        for match in matches:
            if any(seat.is_playing and seat.user_id in out for seat in match.seats):
                self.findings.note(
                    "former players at boards", f"event {running.number}, match {match.id}"
                )

    async def _open(self, number: int, format: str) -> None:
        terms, count = wishes(format, self.chance)
        opener = Person(number, f"player {number}")
        self._character_of(number)
        event = await self.events.open(Opening(self.guild_id, CHANNEL, format, opener, terms))
        await self._track(number, event.id)
        for _ in range(count - 1):
            person = self._any_person()
            await self._join(event.id, person)
            if self.chance.random() < 0.05:
                await self._block(event.id, person.user_id)

    async def _track(self, number: int, event_id: int) -> None:
        async with self.store.read() as tx:
            course = await courses.find(tx, event_id)
        assert course is not None
        acts_at = self.now + timedelta(hours=self.chance.uniform(1, 80))
        self.under_way[event_id] = _RunningEvent(number, course, self.now, acts_at)

    async def _next_season(self, running: _RunningEvent) -> None:
        event = running.course.event
        async with self.store.read() as tx:
            next_id = await stored_events.next_season(tx, event)
        if next_id is None or event.season >= SEASONS:
            return
        listed = await self.events.reader.event(next_id)
        for entrant in listed.entrants:
            if self.chance.random() < (0.8 if event.season < SEASONS - 1 else 0.1):
                person = Person(entrant.user_id, entrant.name)
                await self.attempt(
                    "still in", lambda p=person: self.events.confirm_entry(next_id, p)
                )
        if event.season < SEASONS - 1:
            for _ in range(self.chance.randrange(3)):
                await self._join(next_id, self._any_person())
        await self._track(running.number, next_id)

    def _any_person(self) -> Person:
        """Return a new person, or an existing one."""
        present = [each for each in self.people if each > 0 and each not in self.departed]
        if present and self.chance.random() < 0.2:
            user_id = self.chance.choice(present)
        else:
            user_id = 10_000_000 + len(self.people)
            self._character_of(user_id)
        return Person(user_id, f"player {user_id}")

    async def _join(self, event_id: int, person: Person) -> None:
        while not await self.attempt("join", lambda: self.events.join(event_id, person)):
            listed = await self.events.reader.event(event_id)
            if listed.has(person.user_id) or self.chance.random() < 0.3:
                return

    async def _block(self, event_id: int, user_id: int) -> None:
        present = [each.user_id for each in (await self.events.reader.event(event_id)).entrants]
        other = self.chance.choice(present)
        if other != user_id and min(other, user_id) > 0:
            async with self.store.write() as tx:
                block = stored_blocks.Block(user_id, other, "someone", self.now)
                await stored_blocks.add(tx, block)

    async def _people_act(self, course: EventCourse) -> None:
        event, chance = course.event, self.chance
        for entrant in course.current_entrants:
            character = self._character_of(entrant.user_id)
            person = Person(entrant.user_id, entrant.name)
            if entrant.asked_at is not None and chance.random() < 0.7:
                await self.attempt(
                    "still in", lambda p=person: self.events.confirm_entry(event.id, p)
                )
            kind = chance.random()
            if kind < character.quits:
                await self.attempt("leave", lambda p=person: self.events.leave(event.id, p.user_id))
            elif kind < character.quits + character.leaves_server:
                await self._leave_server(person)
            elif kind < character.quits + character.leaves_server + character.is_forgotten:
                await self._delete_data(person)
            elif event.format == "ladder" and chance.random() < 0.15:
                above = max(1, (entrant.place or 1) - chance.randint(1, 3))
                await self.attempt(
                    "challenge",
                    lambda p=person, above=above: self.events.challenge_above(event.id, p, above),
                )
        if chance.random() < 0.2 or (event.format == "cup" and event.state == "open"):
            await self._join(event.id, self._any_person())
        if chance.random() < 0.01 and course.current_entrants:
            await self._block(event.id, chance.choice(course.current_entrants).user_id)
        await self._organiser_acts(course)

    async def _organiser_acts(self, course: EventCourse) -> None:
        event, chance = course.event, self.chance
        if chance.random() < 0.02 and course.current_entrants:
            user_id = chance.choice(course.current_entrants).user_id
            await self.attempt(
                "remove", lambda: self.events.organising.remove(event.id, user_id, ORGANISER)
            )
        if chance.random() < 0.03:
            await self.attempt("extend", lambda: self.events.organising.extend(event.id, ORGANISER))
        if chance.random() < 0.02:
            await self.attempt(
                "close", lambda: self.events.organising.close_entries(event.id, ORGANISER)
            )
        running = [each for each in course.open_pairings if each.match_id is not None]
        if chance.random() < 0.03 and running:
            pairing = chance.choice(running)
            winner = course.entrant(chance.choice(pairing.seats)).user_id
            decision = chance.choice((winner, None))
            match_id = pairing.match_id or 0
            await self.attempt(
                "adjudicate",
                lambda: self.events.organising.adjudicate(event.id, match_id, decision, ORGANISER),
            )
        if chance.random() < 0.001:
            await self.attempt("cancel", lambda: self.events.organising.cancel(event.id, ORGANISER))

    async def _leave_server(self, person: Person) -> None:
        self.departed.add(person.user_id)
        self.findings.actions["left the server"] += 1
        async with self.store.write() as tx:
            member = stored_members.Member(
                self.guild_id, person.user_id, person.name, False, self.now
            )
            await stored_members.save(tx, [member])

    async def _delete_data(self, person: Person) -> None:
        """Delete a person's data, retrying after each death."""
        self.departed.add(person.user_id)
        while not await self.attempt(
            "forgotten", lambda: self.personal_data.remove(person.user_id)
        ):
            pass
