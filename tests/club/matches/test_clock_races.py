"""Races between two processes that read the same clock at the same moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from time import monotonic

import pytest
from sqlalchemy import select

from club.club import Club
from club.members.vacations import DAYS_A_YEAR
from club.paces import DAY, HOUR
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.store import Store
from storage.matches import matches as stored_matches
from storage.matches.match import Participant, Place, StoredMatch, Terms
from storage.outbox import OUTBOX
from tests.club.services import SWEEP

pytestmark = pytest.mark.slow

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
ADA, BEN = Participant(11, "Ada"), Participant(12, "Ben")
SECOND = timedelta(seconds=1)
ROUNDS = 8
"""The number of repetitions of each race, because the winner is random."""


class Time:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = NEW_YEAR

    def __call__(self) -> datetime:
        return self.now


class Process(Club):
    """A process with its own connections to the database and its own services."""

    def __init__(self, store: Store, time: Time) -> None:
        super().__init__(store, time, random=Random(1), sweep=SWEEP)

    async def start_match(self, pace: str) -> int:
        """A match in which Ada is to move and both have moved."""
        game = GAMES["skirt"]
        terms = Terms(game.key, game.choose({"size": 4}), pace)
        challenge = await self.challenges.make(terms, Place(1, 2), ADA, [BEN], seat=1)
        match_id = (await self.challenges.accept(challenge.id, BEN)).match_id
        assert match_id is not None
        for person in (ADA, BEN):
            await self.moved(match_id, person)
        return match_id

    async def moved(self, match_id: int, person: Participant) -> None:
        match = await self.matches.find(match_id)
        await self.matches.play(match_id, person.user_id, match.position.moves()[0])

    async def stored(self, match_id: int) -> StoredMatch:
        return (await self.matches.find(match_id)).stored

    async def posts(self, *kinds: str) -> Counter[str]:
        """The number of posts of these kinds in the outbox, by key."""
        row = OUTBOX.c
        async with self.store.read() as tx:
            keys = await tx.execute(select(row.key).where(row.kind.in_(kinds)))
            return Counter(keys.scalars())


@asynccontextmanager
async def two_processes(database_url: str) -> AsyncIterator[tuple[Process, Process, Time]]:
    """Two processes on one database, both online from the start."""
    time = Time()
    processes = [Process(await Store.open(database_url), time) for _ in range(2)]
    for process in processes:
        await process.uptime.set_online()
    try:
        yield processes[0], processes[1], time
    finally:
        for process in processes:
            await process.store.close()


async def test_a_timeout_detected_twice_at_once_happens_once(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        for _ in range(ROUNDS):
            match_id = await one.start_match("1h")
            boards = await one.posts("card")
            time.now += HOUR
            await asyncio.gather(*(each.matches.alarms.wake_due() for each in (one, other, one)))
            match = await one.stored(match_id)
            assert match.result is not None
            assert (match.state, match.result["reason"]) == ("over", "time")
            added = await one.posts("card") - boards
            assert list(added) == [f"b{match_id}-{match.version}"]


async def test_a_reminder_detected_twice_at_once_is_sent_once(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        for _ in range(ROUNDS):
            match_id = await one.start_match("1h")
            boards = await one.posts("card")
            time.now += 50 * HOUR / 60
            await asyncio.gather(*(each.matches.alarms.wake_due() for each in (one, other, other)))
            added = await one.posts("card") - boards
            assert len(added) == 1
            match = await one.stored(match_id)
            assert match.wakes_at == match.deadline
            await one.matches.resign(match_id, ADA.user_id)


async def test_a_pause_end_detected_twice_is_applied_once(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        match_id = await one.start_match("1d")
        offered = await one.offers.make(match_id, ADA.user_id, "pause")
        await one.offers.accept(match_id, BEN.user_id, offered.offers[0].id)
        boards = await one.posts("card")
        for _ in range(30):
            time.now += DAY
            await one.uptime.set_online()
        await asyncio.gather(one.matches.alarms.wake_due(), other.matches.alarms.wake_due())
        match = await one.stored(match_id)
        assert (match.paused_until, match.deadline) == (None, time.now + DAY)
        assert len(await one.posts("card") - boards) == 1


async def test_only_one_of_a_simultaneous_move_and_timeout_succeeds(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        started = monotonic()
        await one.start_match("1h")
        as_long_as_a_move = (monotonic() - started) / 4
        for number in range(ROUNDS):
            match_id = await one.start_match("1h")
            before = await one.matches.find(match_id)
            move = before.position.moves()[0]
            time.now += HOUR - SECOND

            async def moves(match_id: int = match_id, move: tuple[str, ...] = move) -> str:
                try:
                    await other.matches.play(match_id, ADA.user_id, move)
                except Refusal as refusal:
                    assert refusal.code in ("match_over", "stale")
                    return "time"
                return "played"

            # The move begins in time, but may be stored too late.
            played = asyncio.create_task(moves())
            await asyncio.sleep(as_long_as_a_move * number / ROUNDS)
            time.now += SECOND
            await one.matches.alarms.wake_due()
            outcome = await played
            match = await one.stored(match_id)
            assert (match.ply, match.state) == (
                (3, "running") if outcome == "played" else (2, "over")
            )
            if outcome == "played":
                await one.matches.resign(match_id, BEN.user_id)


async def test_only_one_of_a_simultaneous_vacation_and_timeout_succeeds(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        for number in range(ROUNDS):
            time.now = NEW_YEAR.replace(year=NEW_YEAR.year + number)
            await one.uptime.set_online()
            await other.uptime.set_online()
            match_id = await one.start_match("1d")
            time.now += DAY
            await asyncio.gather(
                one.matches.alarms.wake_due(), other.vacations.take(ADA.user_id, DAYS_A_YEAR),
                return_exceptions=True,
            )  # fmt: skip
            # Either all days were taken, or the timeout took one first and too few were left.
            match = await one.stored(match_id)
            assert match.state == "running"
            status = await one.vacations.status(ADA.user_id)
            taken = DAYS_A_YEAR - status.days_left
            assert taken in (1, DAYS_A_YEAR)
            assert match.deadline == NEW_YEAR.replace(year=time.now.year) + DAY + taken * DAY
            await one.matches.resign(match_id, ADA.user_id)


async def test_a_turn_starting_as_a_vacation_is_taken_gets_its_time_afterwards(
    database_url: str,
) -> None:
    async with two_processes(database_url) as (one, other, time):
        for number in range(ROUNDS):
            time.now = NEW_YEAR.replace(year=NEW_YEAR.year + number)
            await one.uptime.set_online()
            await other.uptime.set_online()
            match_id = await one.start_match("1d")
            await one.moved(match_id, ADA)
            await asyncio.gather(one.moved(match_id, BEN), other.vacations.take(ADA.user_id, 3))
            match = await one.stored(match_id)
            assert match.deadline == time.now + 4 * DAY
            await one.matches.resign(match_id, ADA.user_id)


async def test_vacations_and_starting_turns_do_not_deadlock(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, _):
        for number in range(ROUNDS):
            matches = [await one.start_match("1d") for _ in range(3)]
            for match_id in matches[1:]:
                await one.moved(match_id, ADA)

            async def vacations(number: int = number) -> None:
                if number % 2:
                    await other.vacations.end(ADA.user_id)
                else:
                    await other.vacations.take(ADA.user_id, 1)

            async def turns(matches: list[int] = matches) -> None:
                for match_id in matches[:0:-1]:
                    await one.moved(match_id, BEN)

            await asyncio.gather(vacations(), turns())
            deadlines = {(await one.stored(match_id)).deadline for match_id in matches}
            assert len(deadlines) == 1
            for match_id in matches:
                await one.matches.resign(match_id, ADA.user_id)


async def test_vacation_days_taken_twice_at_once_count_twice(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, _):
        taken = await asyncio.gather(
            one.vacations.take(ADA.user_id, 10),
            other.vacations.take(ADA.user_id, 10),
            return_exceptions=True,
        )
        (refusal,) = [each for each in taken if isinstance(each, Refusal)]
        assert refusal.code == "too_many_days"
        assert (await one.vacations.status(ADA.user_id)).days_left == 4


async def test_one_day_off_saves_all_matches_timing_out_together(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        for _ in range(5):
            await one.start_match("1d")
        time.now += DAY
        await asyncio.gather(*(each.matches.alarms.wake_due() for each in (one, other)))
        status = await one.vacations.status(ADA.user_id)
        assert status.days_left == DAYS_A_YEAR - 1
        deadlines = {(await one.stored(number)).deadline for number in range(1, 6)}
        assert deadlines == {time.now + DAY}


async def test_downtime_is_refunded_before_any_timeout(database_url: str) -> None:
    async with two_processes(database_url) as (one, _, time):
        match_id = await one.start_match("1h")
        deadline = (await one.stored(match_id)).deadline
        assert deadline is not None
        one.uptime.set_offline()
        time.now += DAY
        await one.matches.alarms.wake_due()
        assert (await one.stored(match_id)).state == "running"
        await one.uptime.set_online()
        assert (await one.stored(match_id)).deadline == deadline + DAY
        await one.matches.alarms.wake_due()
        assert (await one.stored(match_id)).state == "running"


async def test_downtime_is_refunded_once(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        match_id = await one.start_match("1h")
        deadline = (await one.stored(match_id)).deadline
        assert deadline is not None
        one.uptime.set_offline()
        other.uptime.set_offline()
        time.now += DAY
        await asyncio.gather(one.uptime.set_online(), other.uptime.set_online())
        assert (await one.stored(match_id)).deadline == deadline + DAY


async def test_a_timeout_based_on_a_stale_clock_is_discarded(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        match_id = await one.start_match("1h")
        time.now += HOUR
        later = time.now + DAY
        async with other.store.write() as tx:
            await stored_matches.get(tx, match_id, locked=True)
            waking = asyncio.create_task(one.matches.alarms.wake_due())
            # It detects the timeout, and waits for the lock to store it.
            await asyncio.sleep(0.3)
            await stored_matches.set_clock(tx, match_id, later, later)
        await waking
        match = await one.stored(match_id)
        assert (match.state, match.deadline) == ("running", later)


async def test_a_reminder_based_on_a_stale_clock_is_discarded(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        match_id = await one.start_match("1h")
        boards = await one.posts("card")
        time.now += 50 * HOUR / 60
        later = time.now + DAY
        async with other.store.write() as tx:
            await stored_matches.get(tx, match_id, locked=True)
            waking = asyncio.create_task(one.matches.alarms.wake_due())
            await asyncio.sleep(0.3)
            await stored_matches.set_clock(tx, match_id, later, later)
        await waking
        assert await one.posts("card") == boards
        assert (await one.stored(match_id)).wakes_at == later


async def test_a_digest_found_due_twice_at_once_is_sent_once(database_url: str) -> None:
    async with two_processes(database_url) as (one, other, time):
        await one.preferences.set_digest(ADA.user_id, True)
        for day in range(1, ROUNDS):
            time.now = NEW_YEAR + day * DAY
            await asyncio.gather(*(each.preferences.queue_digests() for each in (one, other, one)))
            time.now += timedelta(minutes=1)
            await other.preferences.queue_digests()
            assert len(await one.posts("digest")) == day
