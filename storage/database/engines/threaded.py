"""Connections whose threads execute whole statements.

A statement goes to its connection's thread once, from SQLAlchemy's part to its last row, and is
awaited once. SQLAlchemy's asynchronous SQLite driver hands over four or five calls per statement
with a change of stacks for each, which was most of a statement's cost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import TypeVar

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError

from storage.database.transaction import (
    NotStored,
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
                raise NotStored(words) from error
            finally:
                if disposals == self._disposals:
                    self._idle.append(thread)
                else:
                    await thread.close()

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


class _ConnectionThread:
    """A connection and the only thread that touches it, in order."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "database")
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Return the result of some work on the connection. A cancellation waits for its end."""
        loop = asyncio.get_running_loop()
        return await uninterrupted(loop.run_in_executor(self._thread, lambda: work(self._opened())))

    def run_unawaited(self, work: Callable[[Connection], None]) -> None:
        """Run some work without waiting for it. Errors are logged."""
        self._thread.submit(lambda: _log_errors(work, self._opened()))

    async def close(self) -> None:
        """Close the connection after all pending work, and end the thread."""
        if self._connection is not None:
            await self.run(Connection.close)
        self._thread.shutdown(wait=False)
        self._engine.dispose()

    def _opened(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection


def _log_errors(work: Callable[[Connection], None], connection: Connection) -> None:
    try:
        work(connection)
    except Exception:
        log.exception("could not end a transaction")
