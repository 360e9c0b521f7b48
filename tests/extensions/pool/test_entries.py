"""Stored searches in the pool, on both databases."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

from extensions.pool import storage as pool
from extensions.pool.storage import PoolEntry
from storage.database.store import Store
from storage.matches import matches
from storage.members import blocks, preferences
from storage.members.blocks import Block
from storage.members.preferences import Preferences
from tests.storage.samples import ADA, BEN, CHANNEL, EVE, GUILD, MINUTE, NOON, add_match

SEARCH = PoolEntry(
    user_id=ADA,
    name="Ada",
    guild_id=GUILD,
    channel_id=CHANNEL,
    parent_id=CHANNEL,
    direct_channel_id=None,
    games=("scala", "skirt"),
    fastest="1d",
    slowest="7d",
    most=2,
    reach="everywhere",
    joined_at=NOON,
    expires_at=NOON + timedelta(days=14),
    is_warned=False,
    version=1,
    paired_at=None,
)


async def test_a_search_comes_back_as_it_was_saved(store: Store) -> None:
    async with store.write() as tx:
        await pool.save(tx, SEARCH)
        assert await pool.get(tx, ADA) == SEARCH
        changed = replace(SEARCH, games=("scala",), version=2)
        await pool.save(tx, changed)
        assert await pool.of_users(tx, [ADA, BEN]) == {ADA: changed}
        assert await pool.remove(tx, ADA)
        assert not await pool.remove(tx, ADA)


async def test_searches_continue_end_soon_and_end(store: Store) -> None:
    end = SEARCH.expires_at
    async with store.write() as tx:
        await pool.save(tx, SEARCH)
        assert await pool.unexpired(tx, NOON) == (SEARCH,)
        assert await pool.unexpired(tx, end) == ()
        assert await pool.expired(tx, end - timedelta(seconds=1), 9) == ()
        assert await pool.expired(tx, end, 9) == (SEARCH,)
        assert await pool.ending(tx, end, 9) == (SEARCH,)
        await pool.note_warned(tx, [ADA])
        assert await pool.ending(tx, end, 9) == ()


async def test_only_one_of_several_simultaneous_claims_succeeds(store: Store) -> None:
    async with store.write() as tx:
        await pool.save(tx, SEARCH)

    async def claim_search() -> bool:
        async with store.write() as tx:
            return await pool.claim(tx, SEARCH, NOON)

    assert sorted(await asyncio.gather(*[claim_search() for _ in range(4)])) == [False] * 3 + [True]
    async with store.read() as tx:
        assert await pool.get(tx, ADA) == replace(SEARCH, version=2, paired_at=NOON)


async def test_seats_are_those_of_running_and_of_recent_matches_from_the_pool(store: Store) -> None:
    async with store.write() as tx:
        running = await add_match(tx, from_pool=True)
        recent = await add_match(tx, from_pool=True, created_at=NOON + MINUTE)
        old = await add_match(tx, from_pool=True)
        await add_match(tx)
        for match in (recent, old):
            await matches.change(tx, match.id, match.version, state="over", ended_at=NOON + MINUTE)
        seats = await pool.seats(tx, NOON)
    assert [(each.match_id, each.user_id) for each in seats] == [
        (match.id, user_id) for match in (running, recent) for user_id in (ADA, BEN)
    ]


async def test_circumstances_are_those_of_people_in_the_pool(store: Store) -> None:
    async with store.write() as tx:
        for user_id in (ADA, BEN):
            await pool.save(tx, replace(SEARCH, user_id=user_id))
        for other in (BEN, EVE):
            await blocks.add(tx, Block(ADA, other, "x", NOON))
        for user_id in (BEN, EVE):
            await preferences.save(tx, Preferences(user_id, is_shown_globally=False))
        assert await pool.blocks(tx) == {frozenset((ADA, BEN))}
        assert await pool.hidden(tx) == {BEN}
        assert await pool.ratings(tx) == {}
        assert await pool.absent(tx, NOON) == frozenset()
