"""A store on SQLite whose transactions run in the event loop's own thread."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import TypeVar

from sqlalchemy import Connection, Engine, make_url

from storage.database.engines import sqlite
from storage.database.engines.connections import Connections, Engines
from storage.database.store import Store
from storage.database.transaction import DirectTransaction, Transaction, Work, run_directly
from tests.simulation.points import Life
from tests.simulation.virtual_loop import pause

T = TypeVar("T")

MAX_WAIT = 0.02
"""Maximum seconds before a transaction begins."""


class InlineConnections:
    """A single connection. Other tasks may run between transactions, at random."""

    def __init__(self, engine: Engine, life: Life, random: Random, *, writes: bool) -> None:
        self.sync_engine = engine
        self._life = life
        self._random = random
        self._writes = writes

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        await self._begin()
        with self.sync_engine.connect() as connection:
            before = count_changes(connection)
            try:
                yield DirectTransaction(connection)
                has_written = await self._commit(connection, before)
            finally:
                connection.rollback()
        if has_written:
            await self._life.reach("after commit")

    async def run_in_transaction(self, work: Work[T], on_begin: Callable[[], None]) -> T:
        await self._begin()
        on_begin()
        with self.sync_engine.connect() as connection:
            before = count_changes(connection)
            try:
                result = run_directly(work, connection)
                has_written = await self._commit(connection, before)
            finally:
                connection.rollback()
        if has_written:
            await self._life.reach("after commit")
        return result

    async def dispose(self) -> None:
        self.sync_engine.dispose()

    async def _commit(self, connection: Connection, before: int) -> bool:
        """Commit, and return whether anything was written. Only then is it a crash point."""
        has_written = count_changes(connection) > before
        if has_written:
            await self._life.reach("before commit")
        if self._writes:
            connection.commit()
        return has_written

    async def _begin(self) -> None:
        if self._life.is_over:
            await self._life.stop()
        await pause(self._random, MAX_WAIT)


def count_changes(connection: Connection) -> int:
    """Return the number of rows a connection has changed since it was opened."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver.total_changes


@asynccontextmanager
async def store_on(path: Path, life: Life, random: Random) -> AsyncIterator[Store]:
    """Open a store for one life of a process."""
    threaded = await sqlite.open_engines(make_url(f"sqlite:///{path}"))

    def inline(connections: Connections, *, writes: bool) -> InlineConnections:
        return InlineConnections(connections.sync_engine, life, random, writes=writes)

    engines = Engines(
        writer=inline(threaded.writer, writes=True), reader=inline(threaded.reader, writes=False)
    )
    try:
        yield Store(engines)
    finally:
        await engines.writer.dispose()
        await engines.reader.dispose()
