"""Places on leaderboards, compared with a sorted list."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.ratings import ratings
from storage.ratings.ratings import ORDERS, LeaderboardKey, Sort, Standing, whole_points
from tests.databases import new_store
from tests.storage.samples import GUILD, NOON

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


@pytest.mark.parametrize("count", [0, 1, 137])
@pytest.mark.parametrize("sort", SORTS)
async def test_places_are_right_on_leaderboards_of_any_length(
    store: Store, sort: Sort, count: int
) -> None:
    async with store.write() as tx:
        players = await add(tx, count) if count else []
        leaderboard = LeaderboardKey("skirt", GUILD, "all", sort)
        assert await ratings.count(tx, leaderboard, NOON) == len(players)
        for each in players:
            before = sum(key(other, sort) > key(each, sort) for other in players)
            assert await ratings.before(tx, each, NOON, sort) == before
            displayed = whole_points if sort == "rating" else int
            better = sum(
                displayed(key(other, sort)[0]) > displayed(key(each, sort)[0]) for other in players
            )
            assert await ratings.place(tx, each, NOON, sort) == better + 1
