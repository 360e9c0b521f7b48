"""Waiting for the lock of a match on PostgreSQL."""

from __future__ import annotations

import asyncio

import pytest

from storage.database.store import Store
from storage.matches import matches
from tests.club.services import Services
from tests.databases import PostgresqlDatabase


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
