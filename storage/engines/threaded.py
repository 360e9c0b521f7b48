"""Connections of aiosqlite, in whose threads statements are executed whole.

A statement goes to its connection's thread once, from SQLAlchemy's part in it to its last row, and
is waited for once. SQLAlchemy's own way to aiosqlite hands over every call below a statement by
itself, four or five of them, and changes stacks at each; that was most of what a statement cost.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError

from storage.database.errors import NotStored
from storage.database.transaction import (
    Rows,
    Transaction,
    Values,
    Work,
    done_directly,
    finished,
)

T = TypeVar("T")

log = logging.getLogger(__name__)


class ThreadedConnections:
    """So many connections at most, each made when it is first needed.

    :param engine: what connects; its connections are used by one thread alone.
    :param writes: whether a transaction waits until it is committed.
    :param words_when_lost: why the database can't be used at the moment, by an error, and whether
        it came as something was only read; None for an error that is none of the moment.
    """

    def __init__(
        self,
        engine: Engine,
        connections: int,
        *,
        writes: bool,
        words_when_lost: Callable[[BaseException | None, bool], str | None],
    ) -> None:
        self.sync_engine = engine
        self._words_when_lost = words_when_lost
        self._writes = writes
        self._room = asyncio.Semaphore(connections)
        self._idle: list[_ConnectionThread] = []
        self._disposals = 0

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """As `Connections.transaction`. It begins with its first statement."""
        async with self._thread() as thread:
            tx = ThreadedTransaction(thread, self.sync_engine.dialect.name)
            try:
                yield tx
                if tx.has_begun and self._writes:
                    await thread.do(Connection.commit)
            finally:
                if tx.has_begun:
                    # It takes back what is not committed. Whatever is done on the connection next
                    # comes after it.
                    thread.do_unheard(_end)

    async def carry_out(self, work: Work[T], begun: Callable[[], None]) -> T:
        """As `Connections.carry_out`: from its beginning to its end in the thread."""
        context = copy_context()

        def whole(connection: Connection) -> T:
            try:
                result = context.run(done_directly, work, connection)
                if self._writes:
                    connection.commit()
                return result
            finally:
                _tried(_end, connection)

        async with self._thread() as thread:
            begun()
            return await thread.do(whole)

    @asynccontextmanager
    async def _thread(self) -> AsyncGenerator[_ConnectionThread]:
        """A connection that is nobody else's within."""
        async with self._room:
            disposals = self._disposals
            thread = self._idle.pop() if self._idle else _ConnectionThread(self.sync_engine)
            try:
                yield thread
            except DBAPIError as error:
                words = self._words_when_lost(error.orig, not self._writes)
                if words is None:
                    raise
                raise NotStored(words) from error
            finally:
                if disposals == self._disposals:
                    self._idle.append(thread)
                else:
                    await thread.close()

    async def dispose(self) -> None:
        """Close them all; one that is in use, at the end of its transaction."""
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
        """Whether anything was asked in it."""

    def serves(self, guild_id: int | None) -> bool:
        """Whether this process, and no other, serves a guild: it is alone."""
        return True

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values, or with those of each of several rows."""
        self.has_begun = True
        return await self._thread.do(lambda connection: connection.execute(statement, values))

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Let something that can't wait asynchronously work in this transaction."""
        self.has_begun = True

        def begun(connection: Connection) -> None:
            if not connection.in_transaction():
                connection.begin()
            work(connection)

        await self._thread.do(begun)


def _end(connection: Connection) -> None:
    connection.rollback()
    # A commit that failed is over for SQLAlchemy, and not always for the database.
    driver = connection.connection.dbapi_connection
    if driver is not None:
        driver.rollback()


class _ConnectionThread:
    """A connection, and the thread that alone touches it. What is asked of it is done in order."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._driver: aiosqlite.Connection | None = None
        self._connection: Connection | None = None

    async def do(self, work: Callable[[Connection], T]) -> T:
        """The result of some work on the connection, to whose end a cancellation waits."""
        if self._driver is None:
            self._driver = await finished(self._opened())
        assert self._connection is not None
        # aiosqlite's queue of its thread takes any function; this has no public name.
        driver: Any = self._driver
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        driver._tx.put_nowait((result, partial(work, self._connection)))
        return await finished(result)

    def do_unheard(self, work: Callable[[Connection], None]) -> None:
        """Have some work done that nobody waits for; where it fails that is logged."""
        if self._driver is not None and self._connection is not None:
            # What nobody hears of has no future there.
            driver: Any = self._driver
            driver._tx.put_nowait((None, partial(_tried, work, self._connection)))

    async def close(self) -> None:
        """Close the connection after all that was asked, and end the thread."""
        if self._driver is not None:
            await self.do(Connection.close)
            await self._driver.close()
        self._engine.dispose()

    async def _opened(self) -> aiosqlite.Connection:
        driver = aiosqlite.Connection(self._connect, iter_chunk_size=1)
        # A process that ends without closing must not wait for the thread.
        driver._thread.daemon = True  # pyright: ignore[reportPrivateUsage]
        return await driver

    def _connect(self) -> sqlite3.Connection:
        """Connect by SQLAlchemy, in the thread; gives what aiosqlite is to close."""
        self._connection = self._engine.connect()
        connection = self._connection.connection.dbapi_connection
        assert isinstance(connection, sqlite3.Connection)
        return connection


def _tried(work: Callable[[Connection], None], connection: Connection) -> None:
    try:
        work(connection)
    except Exception:
        log.exception("a transaction could not be ended")
