"""Waiting for locks on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from storage.database import key_values
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches import matches
from storage.servers import settings
from storage.servers.settings import GuildSettings
from tests.club.services import GUILD, Services
from tests.databases import PostgresqlDatabase

CHANGED = GuildSettings(GUILD, board_width=600)


@pytest.fixture
def database_url(postgresql: PostgresqlDatabase) -> str:
    postgresql.empty()
    return postgresql.url


async def test_seats_are_read_as_they_are_once_the_lock_is_held(database_url: str) -> None:
    first, second = await Store.open(database_url), await Store.open(database_url)
    try:
        match_id = await Services(first).start_match()
        is_locked = asyncio.Event()

        async def leave() -> None:
            async with first.write() as tx:
                await matches.current(tx, match_id, locked=True)
                is_locked.set()
                await asyncio.sleep(0.3)
                await matches.leave(tx, match_id, 2)

        leaving = asyncio.create_task(leave())
        await is_locked.wait()
        async with second.write() as tx:
            match = await matches.current(tx, match_id, locked=True)
        await leaving
        assert [seat.is_playing for seat in match.seats] == [True, False]
    finally:
        await first.close()
        await second.close()


LOCKED: dict[str, Callable[[Transaction], Awaitable[Any]]] = {
    "settings": lambda tx: settings.get(tx, GUILD, locked=True),
    "fact": lambda tx: key_values.get(tx, "changes", locked=True),
}


@pytest.mark.parametrize(("name", "expected"), [("settings", CHANGED), ("fact", "2")])
async def test_locked_settings_and_facts_are_those_of_the_change_before(
    database_url: str, name: str, expected: Any
) -> None:
    first, second = await Store.open(database_url), await Store.open(database_url)
    try:
        async with first.write() as tx:
            await settings.save(tx, GuildSettings(GUILD))
            await key_values.put(tx, "changes", "1")
        is_locked = asyncio.Event()

        async def change() -> None:
            async with first.write() as tx:
                await LOCKED[name](tx)
                is_locked.set()
                await asyncio.sleep(0.3)
                await settings.save(tx, CHANGED)
                await key_values.put(tx, "changes", "2")

        changing = asyncio.create_task(change())
        await is_locked.wait()
        async with second.write() as tx:
            assert await LOCKED[name](tx) == expected
        await changing
    finally:
        await first.close()
        await second.close()
