"""Invariants of events under random actions of players and deaths of processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from extensions.events.club import course as courses
from extensions.events.club.changes import MAX_AT_ONCE
from extensions.events.club.course import EventCourse
from extensions.events.club.events import Events
from extensions.events.club.formats.registry import standings
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.club.standings import results
from extensions.events.storage import news as stored_news
from rules.refusal import Refusal
from storage.matches import match_lists
from storage.members import membership
from storage.members.membership import Member
from tests.club.crashing_store import CrashingStore, SimulatedCrash
from tests.club.services import CHANNEL, GUILD, Services
from tests.databases import new_file
from tests.extensions.events.club.sample_events import ORGANISER, InProcessPairer, person
from tests.extensions.events.club.slow_standings import slow_standings
from tests.samples import WHOLE

T = TypeVar("T")

FIELDS: dict[str, int] = {"cup": 4, "league": 8, "tour": 5, "ladder": 5, "swiss": 9}
MAX_LENGTH = timedelta(days=150)


class RandomEvent(RuleBasedStateMachine):
    """An event in two processes, with random actions of players."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = TemporaryDirectory()
        self.stores: list[CrashingStore] = []
        self.processes: list[Services] = []
        self.joined = 0
        self.seed = 0
        self.may_be_cancelled = False
        self.rows: dict[int, object] = {}

    def wait(self, what: Awaitable[T]) -> T:
        return self.loop.run_until_complete(what)

    def attempt(self, what: Awaitable[Any]) -> None:
        """Run an action that may be refused, or during which the process may die."""
        with suppress(Refusal, SimulatedCrash):
            self.wait(what)

    @initialize(
        format=st.sampled_from(list(FIELDS)), seed=st.integers(0, 99), of_three=st.booleans()
    )
    def an_event_is_open(self, format: str, seed: int, of_three: bool) -> None:
        url = new_file(Path(self.folder.name) / "stairwell.db")
        for _ in range(2):
            self.stores.append(self.wait(CrashingStore.open(url)))
        self.seed = seed
        self.processes.extend(map(self.services_on, self.stores))
        # Otherwise most events would be cancelled before anything else happens.
        self.may_be_cancelled = seed % 5 == 0
        wishes = EventOptions(game=None if format == "tour" else "skirt")
        if of_three and format not in ("tour", "ladder"):
            wishes = EventOptions(
                game="passtally", options={"players": 3}, most=4 if format == "cup" else None
            )
        opening = Opening(GUILD, CHANNEL, format, person(1), wishes)
        self.event_id = self.wait(self.events.open(opening)).id
        self.joined = 1
        for _ in range(FIELDS[format] - 1):
            self.player_joins()
        self.attempt(self.events.organising.close_entries(self.event_id, ORGANISER))

    def services_on(self, store: CrashingStore) -> Services:
        services = Services(store, sweep=timedelta(days=3))
        if self.processes:
            services.now = self.processes[0].now
        services.random = Random(self.seed)
        return services

    @property
    def events(self) -> Events:
        return Events(self.processes[0], InProcessPairer())

    def course(self) -> EventCourse:
        async def load_course() -> EventCourse | None:
            async with self.stores[1].read() as tx:
                return await courses.find(tx, self.event_id)

        course = self.wait(load_course())
        assert course is not None
        return course

    @rule()
    def player_joins(self) -> None:
        self.joined += 1
        self.attempt(self.events.join(self.event_id, person(self.joined)))

    @rule(which=st.integers(0, 50))
    def player_leaves(self, which: int) -> None:
        number = 1 + which % self.joined
        self.attempt(self.events.leave(self.event_id, person(number).user_id))

    @rule(which=st.integers(0, 50))
    def player_is_removed(self, which: int) -> None:
        number = 1 + which % self.joined
        self.attempt(
            self.events.organising.remove(self.event_id, person(number).user_id, ORGANISER)
        )

    @rule(which=st.integers(0, 50))
    def player_is_banned(self, which: int) -> None:
        gone = person(1 + which % self.joined)

        async def ban() -> None:
            async with self.stores[0].write() as tx:
                now = self.processes[0].now
                await membership.save(tx, [Member(GUILD, gone.user_id, gone.name, False, now)])

        self.attempt(ban())

    @rule(which=st.integers(0, 50), above=st.integers(1, 4))
    def player_challenges(self, which: int, above: int) -> None:
        challenger = person(1 + which % self.joined)
        self.attempt(self.events.challenge_above(self.event_id, challenger, above))

    @rule(count=st.integers(1, 8), seed=st.integers(0, 99))
    def matches_end(self, count: int, seed: int) -> None:
        chance = Random(seed)
        course = self.course()
        played = [each for each in course.open_pairings if each.match_id is not None]
        for pairing in chance.sample(played, min(count, len(played))):
            loser = course.entrant(chance.choice(pairing.seats)).user_id
            self.attempt(self.processes[1].matches.resign(pairing.match_id or 0, loser))

    @rule(count=st.integers(1, 4))
    def first_turns_are_made(self, count: int) -> None:
        played = [each for each in self.course().open_pairings if each.match_id is not None]
        for pairing in played[:count]:
            match_id = pairing.match_id or 0
            # A match may be over although its pairing is still open.
            if not self.wait(self.processes[1].matches.find(match_id)).is_over:
                self.attempt(self.processes[1].play_turns(match_id, 1))

    @rule(which=st.integers(0, 50), winner=st.integers(-1, 2))
    def organiser_decides_a_match(self, which: int, winner: int) -> None:
        course = self.course()
        played = [each for each in course.open_pairings if each.match_id is not None]
        if not played:
            return
        pairing = played[which % len(played)]
        won = None
        if 0 <= winner < len(pairing.seats):
            won = course.entrant(pairing.seats[winner]).user_id
        match_id = pairing.match_id or 0
        self.attempt(self.events.organising.adjudicate(self.event_id, match_id, won, ORGANISER))

    @rule()
    def organiser_extends_the_event(self) -> None:
        before = self.course().event.ends_at
        self.attempt(self.events.organising.extend(self.event_id, ORGANISER))
        after = self.course().event.ends_at
        assert before is None or (after is not None and after >= before)

    @precondition(lambda self: self.may_be_cancelled)
    @rule()
    def organiser_cancels_the_event(self) -> None:
        self.attempt(self.events.organising.cancel(self.event_id, ORGANISER))

    @rule(hours=st.sampled_from((1, 30, 500)))
    def bot_is_down(self, hours: int) -> None:
        before = self.course()
        for process in self.processes:
            process.uptime.set_offline()
            process.now += timedelta(hours=hours)
        self.wait(self.processes[0].uptime.set_online())
        after = self.course()
        if before.event.state == "running" and before.event.ends_at is not None:
            assert after.event.ends_at is not None
            assert after.event.ends_at >= before.event.ends_at
        assert [each.outcomes for each in after.pairings] == [
            each.outcomes for each in before.pairings
        ]
        self.attempt(self.do_chores(1))

    @rule()
    def process_restarts(self) -> None:
        self.processes[0] = self.services_on(self.stores[0])
        self.wait(self.processes[0].uptime.set_online())

    @rule(crash_after=st.integers(0, 12))
    def process_crashes_during_chores(self, crash_after: int) -> None:
        self.stores[0].crash_after = crash_after
        self.attempt(self.do_chores(0))
        self.stores[0].crash_after = -1

    @rule(hours=st.sampled_from((1, 20, 49, 200)))
    def time_passes(self, hours: int) -> None:
        for process in self.processes:
            process.now += timedelta(hours=hours)
        self.attempt(self.do_chores(1))

    @rule()
    def both_processes_do_chores(self) -> None:
        async def do_all_chores() -> None:
            await asyncio.gather(self.do_chores(0), self.do_chores(1))

        self.attempt(do_all_chores())

    async def do_chores(self, which: int) -> None:
        process = self.processes[which]
        await process.uptime.set_online()
        await process.matches.alarms.wake_due()
        await process.part(Events).advance()

    @precondition(lambda self: bool(self.processes))
    @invariant()
    def event_is_consistent(self) -> None:
        course = self.course()
        byes = Counter(each.seats for each in course.pairings if each.outcomes == (results.BYE,))
        assert max(byes.values(), default=0) <= 1
        matches = [each.match_id for each in course.pairings if each.match_id is not None]
        assert len({*matches}) == len(matches)
        assert self.wait(self.count_matches()) == len(matches)
        playing = Counter(
            (each.round, number)
            for each in course.running_pairings
            for number in each.seats
            if course.entrant(number).is_in
        )
        if course.event.format != "ladder":
            assert max(playing.values(), default=0) <= MAX_AT_ONCE
        if course.event.format == "swiss":
            pairs = Counter(frozenset(each.seats) for each in course.pairings if each.seats[1:])
            assert max(pairs.values(), default=0) <= 1 or len(course.current_entrants) < 9
        for each in course.rounds:
            if each.over_at is not None:
                rows = _rows_after(course, each.number)
                assert self.rows.setdefault(each.number, rows) == rows

    async def count_matches(self) -> int:
        async with self.stores[1].read() as tx:
            rows = await match_lists.after(tx, 0, 10_000)
        return sum(match.created_at is not None for match in rows)

    def teardown(self) -> None:
        if self.processes:
            self.finish_event()
            for store in self.stores:
                self.wait(store.close())
        self.loop.close()
        self.folder.cleanup()

    def finish_event(self) -> None:
        elapsed = timedelta()
        while not self.course().event.is_over and not self._waits_for_players():
            assert elapsed < MAX_LENGTH
            elapsed += timedelta(days=3)
            for process in self.processes:
                process.now += timedelta(days=3)
            self.wait(self.do_chores(0))
        course = self.course()
        if course.event.state != "over":
            return

        async def load_news() -> Any:
            async with self.stores[1].read() as tx:
                return await stored_news.of_event(tx, self.event_id)

        slow = slow_standings(course, self.wait(load_news()))
        fast = standings(course)
        assert {
            row.entrant.number: (row.place, row.points)
            for table in fast.tables
            for row in table.rows
        } == {number: (place, 2 * points) for number, (place, points) in slow.items()}

    def _waits_for_players(self) -> bool:
        """Whether the event is a cup that is still waiting for players."""
        event = self.course().event
        return event.format == "cup" and event.state == "open"


def _rows_after(course: EventCourse, after: int) -> object:
    view = standings(course, after)
    if course.event.format == "ladder":
        return None
    return [
        (row.place, row.entrant.number, row.points, row.tie_breaks)
        for table in view.tables
        for row in table.rows
    ]


def play(events: int, actions: int) -> None:
    """Play random events with a number of actions in each.

    The simulation in `tests.extensions.events.simulation` plays thousands.
    """
    chosen = settings(
        max_examples=events, stateful_step_count=actions, deadline=None, derandomize=True
    )
    run_state_machine_as_test(RandomEvent, settings=chosen)


def test_a_few_actions_preserve_the_invariants() -> None:
    play(events=2, actions=6)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_many_actions_preserve_the_invariants() -> None:
    play(events=40 if WHOLE else 15, actions=40)
