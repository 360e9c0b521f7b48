"""Connections of aiosqlite whose threads execute whole statements.

A statement goes to its connection's thread once, from SQLAlchemy's part to its last row, and is
awaited once. SQLAlchemy's own adapter for aiosqlite hands over four or five calls per statement
with a change of stacks for each, which was most of a statement's cost.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError

from storage.database.transaction import (
    NotStoredError,
    Rows,
    Transaction,
    Values,
    Work,
    run_directly,
    uninterrupted,
)

log = logging.getLogger(__name__)


T = TypeVar("T")


class ThreadedConnections:
    """A pool of up to `n` lazily opened connections.

    :param engine: opens connections, each used by one thread alone.
    :param writes: whether a transaction waits for its commit.
    :param why_unavailable: the reason why the database can't be used at the moment, by an error and
        whether it came from a read, or None for other errors.
    """

    def __init__(
        self,
        engine: Engine,
        connections: int,
        *,
        writes: bool,
        why_unavailable: Callable[[BaseException | None, bool], str | None],
    ) -> None:
        self.sync_engine = engine
        self._why_unavailable = why_unavailable
        self._writes = writes
        self._room = asyncio.Semaphore(connections)
        self._idle: list[_ConnectionThread] = []
        self._disposals = 0

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """As in `Connections.transaction`. It begins with its first statement."""
        async with self._thread() as thread:
            tx = ThreadedTransaction(thread, self.sync_engine.dialect.name)
            try:
                yield tx
                if tx.has_begun and self._writes:
                    await thread.run(Connection.commit)
            finally:
                if tx.has_begun:
                    # It rolls back. Anything else on the connection comes after it.
                    thread.run_unawaited(_end)

    async def run_in_transaction(self, work: Work[T], on_begin: Callable[[], None]) -> T:
        """As in `Connections.run_in_transaction`, entirely in the thread."""
        context = copy_context()

        def work_and_end(connection: Connection) -> T:
            try:
                result = context.run(run_directly, work, connection)
                if self._writes:
                    connection.commit()
                return result
            finally:
                _log_errors(_end, connection)

        async with self._thread() as thread:
            on_begin()
            return await thread.run(work_and_end)

    @asynccontextmanager
    async def _thread(self) -> AsyncGenerator[_ConnectionThread]:
        """Reserve a connection."""
        async with self._room:
            disposals = self._disposals
            thread = self._idle.pop() if self._idle else _ConnectionThread(self.sync_engine)
            try:
                yield thread
            except DBAPIError as error:
                words = self._why_unavailable(error.orig, not self._writes)
                if words is None:
                    raise
                raise NotStoredError(words) from error
            finally:
                if disposals != self._disposals:
                    await thread.close()
                elif thread.is_open:
                    self._idle.append(thread)

    async def dispose(self) -> None:
        """Close all connections, busy ones at the end of their transaction."""
        self._disposals += 1
        while self._idle:
            await self._idle.pop().close()


class ThreadedTransaction:
    """A transaction on the connection of a thread."""

    __slots__ = ("_thread", "database", "has_begun", "sender")

    def __init__(self, thread: _ConnectionThread, database: str) -> None:
        self._thread = thread
        self.database = database
        self.sender = ""
        self.has_begun = False
        """Whether it has executed anything."""

    def serves(self, guild_id: int | None) -> bool:
        """Return True, because no other process uses the file."""
        return True

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values or once per row."""
        self.has_begun = True
        return await self._thread.run(lambda connection: connection.execute(statement, values))

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Run a synchronous function in this transaction."""
        self.has_begun = True

        def begin_and_work(connection: Connection) -> None:
            if not connection.in_transaction():
                connection.begin()
            work(connection)

        await self._thread.run(begin_and_work)


def _end(connection: Connection) -> None:
    connection.rollback()
    # After a failed commit the transaction is over for SQLAlchemy, but not always for the database.
    driver = connection.connection.dbapi_connection
    if driver is not None:
        driver.rollback()


class _ConnectionThread(aiosqlite.Connection):
    """A connection of SQLAlchemy in a thread of aiosqlite, which alone touches it, in order."""

    _tx: SimpleQueue[tuple[asyncio.Future[Any] | None, Callable[[], Any]]]
    """aiosqlite's queue of work for its thread."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(self._open, iter_chunk_size=1)
        # A process that ends without closing must not wait for the thread.
        self._thread.daemon = True
        self._engine = engine
        self._opened: Connection | None = None

    @property
    def is_open(self) -> bool:
        return self._opened is not None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Return the result of some work on the connection. A cancellation waits for its end."""
        if self._opened is None:
            await uninterrupted(self._connect_once())
        return await uninterrupted(self._enqueue(work))

    def run_unawaited(self, work: Callable[[Connection], None]) -> None:
        """Run some work without waiting for it. Errors are logged."""
        if self._opened is not None:
            self._enqueue(partial(_log_errors, work))

    async def close(self) -> None:
        """Close the connection after all pending work, and end the thread."""
        if self._opened is not None:
            await self.run(Connection.close)
            await super().close()
        self._engine.dispose()

    def _enqueue(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        assert self._opened is not None
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((result, partial(work, self._opened)))
        return result

    async def _connect_once(self) -> None:
        await self

    def _open(self) -> sqlite3.Connection:
        """Connect by SQLAlchemy in the thread, and return the driver's connection for aiosqlite."""
        opened = self._engine.connect()
        driver = opened.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        self._opened = opened
        return driver


def _log_errors(work: Callable[[Connection], None], connection: Connection) -> None:
    try:
        work(connection)
    except Exception:
        log.exception("could not end a transaction")
