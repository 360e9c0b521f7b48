"""One clock for all processes on a database."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.database import shared_clock
from storage.database.shared_clock import SharedClock
from storage.database.store import Store
from tests.conftest import PostgresqlDatabase


class WatchedClock(SharedClock):
    """A clock on a machine that is an hour fast."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, lambda: datetime.now(UTC) + timedelta(hours=1))
        self.times_set = 0
        self.set_again = asyncio.Event()

    @property
    def is_right(self) -> bool:
        return abs(self() - datetime.now(UTC)) < timedelta(minutes=30)

    async def set(self) -> None:
        await super().set()
        self.times_set += 1
        if self.times_set > 1:
            self.set_again.set()


async def test_one_of_several_processes_uses_the_databases_clock(
    postgresql: PostgresqlDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_clock, "INTERVAL_SECONDS", 0.01)
    store = await Store.open(postgresql.url)
    try:
        clock = WatchedClock(store)
        assert not clock.is_right
        async with clock.synchronised():
            assert clock.is_right
            await clock.set_again.wait()
    finally:
        await store.close()


async def test_a_single_process_uses_its_machines_clock(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    try:
        clock = WatchedClock(store)
        async with clock.synchronised():
            assert not clock.is_right
    finally:
        await store.close()


async def test_the_clock_goes_on_while_the_machine_sleeps(
    postgresql: PostgresqlDatabase,
) -> None:
    store = await Store.open(postgresql.url)
    slept = timedelta()
    try:
        clock = SharedClock(store, lambda: datetime.now(UTC) + slept)
        await clock.set()
        before = clock()
        slept = timedelta(hours=3)
        assert clock() - before >= slept
    finally:
        await store.close()
