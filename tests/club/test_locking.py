"""Transactions of several processes that lock the same rows end, whatever their order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text

from rules.registry import GAMES
from storage.challenges import challenges as stored_challenges
from storage.database.store import Store
from storage.database.transaction import Conflicting, Transaction
from storage.matches import matches as stored_matches
from storage.matches.match import Place, Terms
from storage.members import preferences
from storage.ratings import ratings as stored_ratings
from storage.ratings.ratings import Standing
from tests.club.services import ADA, BEN, CHANNEL, GUILD, NOON, Services


@asynccontextmanager
async def processes(database_url: str, count: int = 2) -> AsyncIterator[list[Services]]:
    """Processes with their own connections to one database."""
    stores = [await Store.open(database_url) for _ in range(count)]
    try:
        yield [Services(store) for store in stores]
    finally:
        for store in stores:
            await store.close()


async def test_work_is_repeated_after_a_conflict(postgresql_url: str) -> None:
    async with processes(postgresql_url) as (one, other):
        barrier = asyncio.Barrier(2)
        attempts: list[str] = []

        async def lock(services: Services, name: str, user_ids: tuple[int, int]) -> None:
            async def work(tx: Transaction) -> None:
                attempts.append(name)
                await preferences.get(tx, user_ids[0], locked=True)
                if attempts.count(name) == 1:
                    await barrier.wait()
                await preferences.get(tx, user_ids[1], locked=True)

            await services.store.write(work)

        ids = ADA.user_id, BEN.user_id
        await asyncio.gather(lock(one, "one", ids), lock(other, "other", (ids[1], ids[0])))
        assert len(attempts) > 2


async def test_a_block_that_conflicts_is_outdated_and_its_connection_is_kept(
    postgresql_url: str,
) -> None:
    async with processes(postgresql_url) as (one, other):
        barrier = asyncio.Barrier(2)

        async def lock(services: Services, user_ids: tuple[int, int]) -> None:
            async with services.store.write() as tx:
                await preferences.get(tx, user_ids[0], locked=True)
                await barrier.wait()
                await preferences.get(tx, user_ids[1], locked=True)

        ids = ADA.user_id, BEN.user_id
        results = await asyncio.gather(
            lock(one, ids), lock(other, (ids[1], ids[0])), return_exceptions=True
        )
        (conflict,) = [each for each in results if each is not None]
        assert isinstance(conflict, Conflicting)
        await one.preferences.of(ADA.user_id)
        await other.preferences.of(BEN.user_id)


@asynccontextmanager
async def waiting_for_locks(
    holder: Services, work: Coroutine[Any, Any, Any]
) -> AsyncIterator[None]:
    """Start some work, which ends after the block, once it waits for a lock."""
    task = asyncio.create_task(work)
    waits = text(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while not task.done():
        async with holder.store.read() as tx:
            if (await tx.execute(waits)).scalar_one():
                break
        await asyncio.sleep(0.01)
    assert not task.done()
    yield
    await task


async def test_a_deletion_waits_for_a_challenge_before_it_locks_the_person(
    postgresql_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with processes(postgresql_url) as (one, other):
        terms, place = Terms("skirt", GAMES["skirt"].choose({})), Place(GUILD, CHANNEL)
        made = await one.challenges.make(terms, place, ADA, [BEN], seat=1)
        async with AsyncExitStack() as deletion, other.store.write() as tx:
            # As when Ben accepts: the challenge, then the clock of Ada's turn.
            await stored_challenges.accept(tx, made.id, made.version, 1, BEN.user_id, BEN.name)
            work = one.personal_data.remove(ADA.user_id)
            await deletion.enter_async_context(waiting_for_locks(other, work))
            await preferences.get(tx, ADA.user_id, locked=True)
        assert "conflict" not in caplog.text


async def test_a_deletion_waits_for_finished_matches_before_it_locks_the_person(
    postgresql_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with processes(postgresql_url) as (one, other):
        match_id = await one.win_match(ADA, BEN)
        async with AsyncExitStack() as deletion, other.store.write() as tx:
            # As when Ada asks for a rematch: the match, then the number of her challenges.
            await stored_matches.get(tx, match_id, locked=True)
            work = one.personal_data.remove(ADA.user_id)
            await deletion.enter_async_context(waiting_for_locks(other, work))
            await preferences.get(tx, ADA.user_id, locked=True)
        assert "conflict" not in caplog.text


async def test_a_vacation_waits_for_no_turn_of_another_player(postgresql_url: str) -> None:
    async with processes(postgresql_url) as (one, other):
        match_id = await one.start_match(ADA, BEN, pace="1d")
        async with other.store.write() as tx:
            await stored_matches.get(tx, match_id, locked=True)
            async with asyncio.timeout(60):
                await one.vacations.take(BEN.user_id, 1)


def standing(period: str) -> Standing:
    return Standing(
        game="skirt",
        guild_id=GUILD,
        period=period,
        user_id=ADA.user_id,
        name=ADA.name,
        mu=25.0,
        sigma=8.0,
        mu_before=25.0,
        matches=1,
        wins=1,
        draws=0,
        losses=0,
        streak=1,
        longest_streak=1,
        last_at=NOON,
        shown_until=None,
        is_hidden=False,
    )


@pytest.mark.parametrize("kind", ["saving", "hiding", "renaming"])
async def test_ratings_are_locked_in_the_order_of_their_keys(
    postgresql_url: str, kind: str
) -> None:
    first, last = standing("2026-03"), standing("all")
    async with processes(postgresql_url) as (one, other):
        async with one.store.write() as tx:
            for each in (last, first):
                await stored_ratings.save(tx, [each])

        async def change(tx: Transaction) -> None:
            if kind == "saving":
                await stored_ratings.save(tx, [last, first])
            elif kind == "hiding":
                await stored_ratings.hide(tx, ADA.user_id, GUILD, True)
            else:
                await stored_ratings.rename(tx, ADA.user_id, -1, "Deleted player")

        async def change_once() -> None:
            async with one.store.write() as tx:
                await change(tx)

        async with AsyncExitStack() as changing, other.store.write() as tx:
            await stored_ratings.save(tx, [first])
            await changing.enter_async_context(waiting_for_locks(other, change_once()))
            await stored_ratings.save(tx, [last])
