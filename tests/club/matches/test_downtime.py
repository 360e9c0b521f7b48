"""Refunds of downtime, noticed or not: once per match, even if the process is killed."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from typing import TypeVar

import pytest

from club import uptime
from club.paces import DAY, HOUR, MINUTE
from club.uptime import SWEEP, Uptime
from rules.registry import GAMES
from storage.database.shards import Shards
from storage.database.store import Store
from storage.database.transaction import Transaction, Work
from storage.matches.match import Place, Terms
from tests.club.services import ADA, CHANNEL, Services

T = TypeVar("T")

MATCHES = 5
BOTH = Shards.all_of(2)
IN_FIRST, IN_SECOND = 4 << 22, 5 << 22


class SimulatedKill(Exception):
    """Simulates a kill of the process."""


class CrashingStore(Store):
    """A store whose process is killed during one of its transactions.

    :param transactions_left: the number of transactions committed before the kill.
    """

    def __init__(self, store: Store, transactions_left: int) -> None:
        super().__init__(store._engines)
        self.transactions_left = transactions_left

    async def _write(self, work: Work[T]) -> T:
        async def mortal_work(tx: Transaction) -> T:
            result = await work(tx)
            if self.transactions_left == 0:
                raise SimulatedKill
            self.transactions_left -= 1
            return result

        return await super()._write(mortal_work)


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uptime, "BATCH_SIZE", 2)


async def start_matches(services: Services) -> list[int]:
    """Start matches in both shards, with a day per turn, and return their ids."""
    return [
        await services.start_match(
            guild_id=(IN_FIRST, IN_SECOND)[number % 2] + number // 2, pace="1d"
        )
        for number in range(MATCHES)
    ]


async def deadlines(services: Services, matches: list[int]) -> list[datetime]:
    stored = [(await services.matches.find(each)).deadline for each in matches]
    return [each for each in stored if each is not None]


async def test_long_downtime_is_refunded_to_everyone(store: Store) -> None:
    services = Services(store)
    await services.uptime.set_online(BOTH)
    matches = await start_matches(services)
    before = await deadlines(services, matches)
    services.uptime.set_offline()
    services.now += 2 * HOUR
    await services.uptime.set_online(BOTH)
    assert await deadlines(services, matches) == [each + 2 * HOUR for each in before]
    await services.uptime.set_online(BOTH)
    assert await deadlines(services, matches) == [each + 2 * HOUR for each in before]


@pytest.mark.parametrize("shards", [BOTH, Shards(), Shards.all_of(3)])
async def test_a_process_killed_during_a_refund_makes_it_once_after_restarting(
    store: Store, shards: Shards
) -> None:
    services = Services(store)
    await services.uptime.set_online(BOTH)
    matches = await start_matches(services)
    before = await deadlines(services, matches)
    away, transactions_left = 0, 0
    for transactions_left in count():
        # Each round kills the process one transaction later than the round before.
        services.now += 2 * HOUR
        away += 2
        crashing_store = CrashingStore(store, transactions_left)
        process = Uptime(crashing_store, lambda: services.now)
        with suppress(SimulatedKill):
            await process.set_online(BOTH)
        if crashing_store.transactions_left:
            break
        services.now += HOUR
        away += 1
        again = Uptime(store, lambda: services.now)
        await again.set_online(shards)
        assert await deadlines(services, matches) == [each + away * HOUR for each in before]
    assert transactions_left > 8


async def test_a_turn_starting_after_downtime_gets_no_refund(store: Store) -> None:
    services = Services(store)
    await services.uptime.set_online()
    matches = await start_matches(services)
    before = await deadlines(services, matches)
    services.now += 2 * HOUR
    with suppress(SimulatedKill):
        await Uptime(CrashingStore(store, 2), lambda: services.now).set_online()
    services.now += HOUR
    await services.play_turns(matches[-1], 1)
    (moved,) = await deadlines(services, matches[-1:])
    services.now += HOUR
    await Uptime(store, lambda: services.now).set_online()
    after = await deadlines(services, matches)
    # The turn began halfway through the second downtime.
    assert after == [*(each + 4 * HOUR for each in before[:-1]), moved + HOUR]


async def test_a_turn_starting_during_downtime_is_refunded_the_rest_of_it(
    store: Store,
) -> None:
    services = Services(store)
    await services.uptime.set_online(BOTH)
    services.uptime.set_offline()
    services.now += HOUR
    matches = await start_matches(services)
    before = await deadlines(services, matches)
    services.now += 2 * HOUR
    await services.uptime.set_online(BOTH)
    assert await deadlines(services, matches) == [each + 2 * HOUR for each in before]


async def asleep(services: Services, time: timedelta) -> None:
    """Let the machine sleep. Nothing disconnects, and clicks come before the next round."""
    services.now += time
    for chore in (
        services.matches.alarms.wake_due,
        services.challenges.expire,
    ):
        await chore()


async def test_no_one_loses_time_while_the_machine_sleeps(store: Store) -> None:
    services = Services(store, sweep=SWEEP)
    await services.uptime.set_online()
    by_hour, by_day = [await services.start_match(pace=pace) for pace in ("1h", "1d")]
    for match_id in (by_hour, by_day):
        await services.play_turns(match_id, 1)
    before = await deadlines(services, [by_hour, by_day])
    terms = Terms("skirt", GAMES["skirt"].choose({}))
    challenge = await services.challenges.make(terms, Place(IN_FIRST, CHANNEL), ADA, ())
    slept = 40 * DAY
    await asleep(services, slept)
    await services.matches.alarms.wake(by_hour)
    await services.uptime.set_online()
    await services.matches.alarms.wake_due()
    assert await deadlines(services, [by_hour, by_day]) == [each + slept for each in before]
    assert (await services.vacations.status(ADA.user_id)).until is None
    postponed = await services.challenges.find(challenge.id)
    assert (postponed.state, postponed.expires_at) == ("open", challenge.expires_at + slept)


async def test_a_few_late_rounds_are_no_downtime(store: Store) -> None:
    services = Services(store, sweep=SWEEP)
    await services.uptime.set_online()
    match_id = await services.start_match(pace="1h")
    before = await deadlines(services, [match_id])
    services.now += MINUTE
    await services.uptime.set_online()
    assert await deadlines(services, [match_id]) == before


async def test_giving_back_a_long_downtime_is_no_downtime(store: Store) -> None:
    services = Services(store, sweep=SWEEP)
    await services.uptime.set_online(BOTH)
    matches = await start_matches(services)
    before = await deadlines(services, matches)

    class SlowStore(Store):
        async def _write(self, work: Work[T]) -> T:
            services.now += MINUTE / 3
            return await super()._write(work)

    services.uptime._store = SlowStore(store._engines)
    services.now += DAY
    for _ in range(3):
        await services.uptime.set_online(BOTH)
        services.now += SWEEP
    after = await deadlines(services, matches)
    assert all(
        DAY <= late - early < DAY + 5 * MINUTE for early, late in zip(before, after, strict=True)
    )
    assert services.uptime.running().have(IN_FIRST)
