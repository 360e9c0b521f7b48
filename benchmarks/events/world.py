"""Several events at once on one database, with people who take part in them as they like."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from benchmarks.events.findings import Findings
from benchmarks.events.judging import judge, judge_matches, shown
from benchmarks.events.matches import PlayedMatches
from benchmarks.events.mortal_store import Killed, MortalStore
from benchmarks.events.people import Character, character, wishes
from club.events import course as courses
from club.events.course import Course, Person
from club.events.events import Events
from club.events.opening import Opening
from club.matches.matches import Matches
from club.members.audit import Admin
from club.members.languages import Languages
from club.personal_data import PersonalData
from rules.refusal import Refusal
from storage.events import events as stored_events
from storage.members import blocks as stored_blocks
from storage.members import members as stored_members
from tests.club.events.organised import PairerHere

BEGINNING = datetime(2026, 3, 1, 12, tzinfo=UTC)
CHANNEL = 1
ORGANISER = Admin(999_999_999, "Organiser")
LONGEST = timedelta(days=250)
"""After which an event counts as stuck that should long be over."""
SEASONS = 3
"""Of a league that are played."""


@dataclass(slots=True)
class _Played:
    """An event that is under way."""

    number: int
    """In the whole simulation."""
    course: Course
    begun: datetime
    acts_at: datetime
    """When people do something about it next."""
    shown: dict[int, object] = field(default_factory=dict[int, object])
    """What people saw of the standings after each round that is over."""


class World:
    """Some events of one server."""

    def __init__(self, store: MortalStore, chance: Random, findings: Findings) -> None:
        self.store = store
        self.chance = chance
        self.findings = findings
        self.now = BEGINNING
        self.deadly = chance.choice((0.0, 0.02, 0.1))
        self.people: dict[int, Character] = {}
        self.gone: set[int] = set()
        self.under_way: dict[int, _Played] = {}
        self.matches = PlayedMatches(chance, self._character_of)
        self._be_born()

    def _be_born(self) -> None:
        """Be a process that has just started; nothing outlives it but the store."""
        matches = Matches(self.store, self._clock)
        self.events = Events(self.store, matches, self._clock, self.chance, PairerHere())
        self.personal_data = PersonalData(
            self.store, matches, self.events, Languages(self.store, self._clock), self._clock
        )

    def _clock(self) -> datetime:
        return self.now

    def _character_of(self, user_id: int) -> Character:
        if user_id not in self.people:
            self.people[user_id] = character(self.chance)
        return self.people[user_id]

    async def tried(self, deed: str, what: Any) -> bool:
        """Do something as people and chores do it: it may be refused, the process may die in it."""
        self.store.deadliness = self.deadly
        try:
            await what()
        except Refusal:
            return False
        except Killed:
            self.findings.kills += 1
            self._be_born()
            return False
        except Exception:
            self.findings.found("errors", traceback.format_exc())
            return True
        finally:
            self.store.deadliness = 0.0
        self.findings.deeds[deed] += 1
        return True

    async def play(self, guild_id: int, formats: Sequence[str]) -> None:
        """Events of these formats from their opening to their end, and the seasons that follow."""
        self.guild_id = guild_id
        for number, format in enumerate(formats, guild_id):
            await self._open(number, format)
        while self.under_way:
            await self._settled()
            for played in list(self.under_way.values()):
                await self._look_at(played)
            self._let_time_go_by()
            async with self.store.write() as tx:
                await self.matches.go_on(tx, self.now)
            for played in list(self.under_way.values()):
                if played.acts_at <= self.now:
                    await self._people_act(played.course)
                    played.acts_at = self.now + timedelta(hours=self.chance.uniform(1, 80))
        await judge_matches(self.store, self.findings, f"server {guild_id}")

    async def _settled(self) -> None:
        """Let chores run until one round of them gets through alive."""
        while not await self.tried("chores", self.events.advance):
            pass

    def _let_time_go_by(self) -> None:
        """Until something happens, or somewhat longer."""
        times = [each.acts_at for each in self.under_way.values()]
        times += [
            each.course.event.wakes_at
            for each in self.under_way.values()
            if each.course.event.wakes_at is not None
        ]
        coming = self.matches.next_at()
        if coming is not None:
            times.append(coming)
        self.now = max(self.now, min(times, default=self.now))
        self.now += timedelta(hours=self.chance.choice((0, 1, 5, 20, 40)))

    async def _look_at(self, played: _Played) -> None:
        """Note what has changed; an event that is over is judged, and its next season played."""
        event_id = played.course.event.id
        async with self.store.read() as tx:
            event = await stored_events.present(tx, event_id)
            if event == played.course.event and self.now != played.begun:
                course = played.course
            else:
                course = await courses.load(tx, event)
        played.course = course
        for seats in (2, 3):
            fresh = [
                each.match_id
                for each in course.open
                if each.match_id is not None and len(each.seats) == seats
            ]
            self.matches.begin(fresh, seats, self.now)
        for each in course.rounds:
            if each.over_at is not None and each.number not in played.shown:
                played.shown[each.number] = shown(course, each.number)
        if not event.is_over:
            if self.now - played.begun > LONGEST:
                self.findings.found("stuck", f"event {played.number} {event}")
                del self.under_way[event_id]
            return
        del self.under_way[event_id]
        await judge(self.store, course, played.shown, self.findings, f"event {played.number}")
        await self._next_season(played)

    async def _open(self, number: int, format: str) -> None:
        terms, count = wishes(format, self.chance)
        opener = Person(number, f"player {number}")
        self._character_of(number)
        event = await self.events.open(Opening(self.guild_id, CHANNEL, format, opener, terms))
        await self._begins(number, event.id)
        for _ in range(count - 1):
            person = self._somebody()
            await self._joins(event.id, person)
            if self.chance.random() < 0.05:
                await self._blocks(event.id, person.user_id)

    async def _begins(self, number: int, event_id: int) -> None:
        async with self.store.read() as tx:
            course = await courses.find(tx, event_id)
        assert course is not None
        acts_at = self.now + timedelta(hours=self.chance.uniform(1, 80))
        self.under_way[event_id] = _Played(number, course, self.now, acts_at)

    async def _next_season(self, played: _Played) -> None:
        event = played.course.event
        async with self.store.read() as tx:
            coming = await stored_events.next_season(tx, event)
        if coming is None or event.season >= SEASONS:
            return
        listed = await self.events.reader.event(coming)
        for entrant in listed.entrants:
            if self.chance.random() < (0.8 if event.season < SEASONS - 1 else 0.1):
                person = Person(entrant.user_id, entrant.name)
                await self.tried("still in", lambda p=person: self.events.still_in(coming, p))
        if event.season < SEASONS - 1:
            for _ in range(self.chance.randrange(3)):
                await self._joins(coming, self._somebody())
        await self._begins(played.number, coming)

    def _somebody(self) -> Person:
        """Return a new person, or one who may be in other events already."""
        present = [each for each in self.people if each > 0 and each not in self.gone]
        if present and self.chance.random() < 0.2:
            user_id = self.chance.choice(present)
        else:
            user_id = 10_000_000 + len(self.people)
            self._character_of(user_id)
        return Person(user_id, f"player {user_id}")

    async def _joins(self, event_id: int, person: Person) -> None:
        while not await self.tried("join", lambda: self.events.join(event_id, person)):
            listed = await self.events.reader.event(event_id)
            if listed.has(person.user_id) or self.chance.random() < 0.3:
                return

    async def _blocks(self, event_id: int, user_id: int) -> None:
        present = [each.user_id for each in (await self.events.reader.event(event_id)).entrants]
        other = self.chance.choice(present)
        if other != user_id and min(other, user_id) > 0:
            async with self.store.write() as tx:
                block = stored_blocks.Block(user_id, other, "someone", self.now)
                await stored_blocks.add(tx, block)

    async def _people_act(self, course: Course) -> None:
        event, chance = course.event, self.chance
        for entrant in course.present:
            how = self._character_of(entrant.user_id)
            person = Person(entrant.user_id, entrant.name)
            if entrant.asked_at is not None and chance.random() < 0.7:
                await self.tried("still in", lambda p=person: self.events.still_in(event.id, p))
            kind = chance.random()
            if kind < how.quits:
                await self.tried("leave", lambda p=person: self.events.leave(event.id, p.user_id))
            elif kind < how.quits + how.leaves_server:
                await self._leaves_server(person)
            elif kind < how.quits + how.leaves_server + how.is_forgotten:
                await self._is_forgotten(person)
            elif event.format == "ladder" and chance.random() < 0.15:
                above = max(1, (entrant.place or 1) - chance.randint(1, 3))
                await self.tried(
                    "challenge",
                    lambda p=person, above=above: self.events.challenge_above(event.id, p, above),
                )
        if chance.random() < 0.2 or (event.format == "cup" and event.state == "open"):
            await self._joins(event.id, self._somebody())
        if chance.random() < 0.01 and course.present:
            await self._blocks(event.id, chance.choice(course.present).user_id)
        await self._organiser_acts(course)

    async def _organiser_acts(self, course: Course) -> None:
        event, chance = course.event, self.chance
        if chance.random() < 0.02 and course.present:
            user_id = chance.choice(course.present).user_id
            await self.tried(
                "remove", lambda: self.events.organising.remove(event.id, user_id, ORGANISER)
            )
        if chance.random() < 0.03:
            await self.tried("extend", lambda: self.events.organising.extend(event.id, ORGANISER))
        if chance.random() < 0.02:
            await self.tried(
                "close", lambda: self.events.organising.close_entries(event.id, ORGANISER)
            )
        played = [each for each in course.open if each.match_id is not None]
        if chance.random() < 0.03 and played:
            pairing = chance.choice(played)
            winner = course.entrant(chance.choice(pairing.seats)).user_id
            decision = chance.choice((winner, None))
            match_id = pairing.match_id or 0
            await self.tried(
                "adjudicate",
                lambda: self.events.organising.adjudicate(event.id, match_id, decision, ORGANISER),
            )
        if chance.random() < 0.001:
            await self.tried("cancel", lambda: self.events.organising.cancel(event.id, ORGANISER))

    async def _leaves_server(self, person: Person) -> None:
        self.gone.add(person.user_id)
        self.findings.deeds["left the server"] += 1
        async with self.store.write() as tx:
            member = stored_members.Member(
                self.guild_id, person.user_id, person.name, False, self.now
            )
            await stored_members.save(tx, [member])

    async def _is_forgotten(self, person: Person) -> None:
        """Have all removed, asking again after each death."""
        self.gone.add(person.user_id)
        while not await self.tried("forgotten", lambda: self.personal_data.remove(person.user_id)):
            pass
