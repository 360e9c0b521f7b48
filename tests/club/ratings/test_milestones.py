"""Places on long leaderboards, compared with a full count."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from club.ratings.leaderboards import FRESH_FOR, KeptMilestones
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.ratings import leaderboards, ratings
from storage.ratings.ratings import ORDERS, LeaderboardKey, Sort, Standing, whole_points
from tests.databases import new_store
from tests.storage.samples import GUILD, NOON

STEP = 10
SORTS: tuple[Sort, ...] = get_args(Sort)


def standing(number: int, random: Random) -> Standing:
    """A random row of a leaderboard with frequent ties. Every ninth is not shown."""
    return Standing(
        game="skirt",
        guild_id=GUILD,
        period="all",
        user_id=number,
        name=f"player {number}",
        mu=1500 + random.randrange(80) / 4,
        sigma=80.0,
        mu_before=1500.0,
        matches=random.randrange(10, 15),
        wins=random.randrange(5),
        draws=0,
        losses=0,
        streak=0,
        longest_streak=0,
        last_at=NOON,
        shown_until=None if number % 9 == 0 else NOON + timedelta(days=30),
        is_hidden=False,
    )


async def add(tx: Transaction, count: int) -> list[Standing]:
    random = Random(1)
    standings = [standing(number, random) for number in range(1, count + 1)]
    await ratings.save(tx, standings)
    return [each for each in standings if each.shown_until is not None]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await new_store(tmp_path)
    yield store
    await store.close()


def key(standing: Standing, sort: Sort) -> tuple[float, ...]:
    return tuple(getattr(standing, column.name) for column in ORDERS[sort])


@pytest.mark.parametrize("count", [0, 1, 15, 25, 26, 27, 137])
@pytest.mark.parametrize("sort", SORTS)
async def test_places_are_right_on_leaderboards_of_any_length(
    store: Store, sort: Sort, count: int
) -> None:
    async with store.write() as tx:
        players = await add(tx, count) if count else []
        laid = await leaderboards.compute(
            tx, LeaderboardKey("skirt", GUILD, "all", sort), STEP, NOON
        )
        assert await leaderboards.count(tx, laid, NOON) == len(players)
        for each in players:
            before = sum(key(other, sort) > key(each, sort) for other in players)
            assert await leaderboards.before(tx, laid, each, NOON) == before
            displayed = whole_points if sort == "rating" else int
            better = sum(
                displayed(key(other, sort)[0]) > displayed(key(each, sort)[0]) for other in players
            )
            assert await leaderboards.place(tx, laid, each, NOON) == better + 1


async def test_a_long_leaderboard_has_milestones_at_regular_intervals(store: Store) -> None:
    async with store.write() as tx:
        players = await add(tx, 60)
        laid = await leaderboards.compute(
            tx, LeaderboardKey("skirt", GUILD, "all", "wins"), STEP, NOON
        )
    keys = sorted((key(each, "wins") for each in players), reverse=True)
    assert list(laid.rows) == keys[STEP - 1 :: STEP]


async def milestones_at(cache: KeptMilestones, store: Store, now: datetime) -> int:
    async with store.read() as tx:
        leaderboard = LeaderboardKey("skirt", GUILD, "all", "rating")
        return await leaderboards.count(tx, await cache.of(tx, leaderboard, now), now)


async def test_new_rows_count_at_once_at_the_end_and_after_a_minute_above(
    store: Store,
) -> None:
    cache = KeptMilestones(STEP)
    async with store.write() as tx:
        count = len(await add(tx, 60))
    assert await milestones_at(cache, store, NOON) == count
    async with store.write() as tx:
        joined = standing(100, Random(2))
        last, first = replace(joined, mu=1.0), replace(joined, user_id=101, mu=3000.0)
        await ratings.save(tx, [last, first])
    assert await milestones_at(cache, store, NOON) == count + 1
    assert await milestones_at(cache, store, NOON + FRESH_FOR) == count + 2
