"""Processes on one PostgreSQL database send each other hints about work."""

from __future__ import annotations

import asyncio
from datetime import datetime

import asyncpg
import pytest
from sqlalchemy import Connection, text

from storage.database import shards
from storage.database.shards import NONE, Hint, Shards
from storage.database.store import Store
from tests.databases import PostgresqlDatabase
from tests.discord.waiting import SOON, wait_until

FIRST, SECOND = (Shards(2, frozenset({number})) for number in range(2))
IN_FIRST, IN_SECOND = 4 << 22, 5 << 22


@pytest.fixture
def database(postgresql: PostgresqlDatabase) -> PostgresqlDatabase:
    postgresql.empty()
    return postgresql


async def send_hints(store: Store, *guilds: int | None) -> None:
    for guild_id in guilds:
        async with store.write() as tx:
            await shards.send(tx, guild_id)


async def test_a_process_gets_hints_for_its_servers_but_not_its_own_hints(
    database: PostgresqlDatabase,
) -> None:
    received: list[Hint | None] = []
    async with (
        Store.opened(database.url, FIRST) as first,
        Store.opened(database.url, SECOND) as second,
    ):
        listening = asyncio.create_task(second.listen(received.append))
        await wait_until(lambda: received, SOON, "it does not listen")
        # The first process also serves direct messages.
        await send_hints(first, IN_FIRST, None, IN_SECOND)
        await send_hints(second, IN_SECOND)
        await send_hints(first, IN_SECOND + 1)
        await wait_until(lambda: len(received) == 3, SOON, "it was not told")
        listening.cancel()
    assert received == [None, Hint("work", IN_SECOND), Hint("work", IN_SECOND + 1)]


async def test_a_process_without_servers_sends_hints_to_the_others(
    database: PostgresqlDatabase,
) -> None:
    received: list[Hint | None] = []
    other = await Store.open(database.url)
    async with Store.opened(database.url) as store:
        listening = asyncio.create_task(store.listen(received.append))
        await wait_until(lambda: received, SOON, "it does not listen")
        await send_hints(other, IN_FIRST)
        await wait_until(lambda: len(received) == 2, SOON, "it was not told")
        listening.cancel()
    await other.close()
    assert received == [None, Hint("work", IN_FIRST)]


async def test_a_process_without_servers_hears_of_changed_matches_beside_a_single_bot(
    database: PostgresqlDatabase,
) -> None:
    received: list[Hint | None] = []
    async with (
        Store.opened(database.url) as bot,
        Store.opened(database.url, NONE) as pages,
        Store.opened(database.url, NONE) as more_pages,
    ):
        listening = asyncio.create_task(pages.listen(received.append))
        await wait_until(lambda: received, SOON, "it does not listen")
        for number, store in enumerate((bot, pages, more_pages)):
            async with store.write() as tx:
                await shards.announce_change(tx, number)
        await wait_until(lambda: len(received) == 3, SOON, "it was not told")
        listening.cancel()
    assert received == [None, Hint("match", 0), Hint("match", 2)]


async def test_a_process_stays_within_its_stated_number_of_connections(
    database: PostgresqlDatabase,
) -> None:
    # The server may not have closed the connections of earlier tests yet.
    asking = await asyncpg.connect(database.url)
    began: datetime = await asking.fetchval("SELECT clock_timestamp()")
    await asking.close()
    ours = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND backend_start > :began"
    )

    async def ask(store: Store) -> int:
        async with store.read() as tx:
            await tx.run(lambda connection: counts.append(count_of(connection)))
        return counts[-1]

    def count_of(connection: Connection) -> int:
        return connection.execute(text(ours), {"began": began}).scalar_one()

    counts: list[int] = []
    async with Store.opened(database.url) as store:
        await asyncio.gather(*(ask(store) for _ in range(50)))
    assert 1 < max(counts) <= 7
