"""Connections to a PostgreSQL server, which may be lost and come back at any moment."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.database.shards import Shards
from storage.database.transaction import (
    Conflicting,
    NotStoredError,
    PerhapsStored,
    Rows,
    Transaction,
    Values,
    Work,
    uninterrupted,
)

if TYPE_CHECKING:
    from asyncpg import Connection as _Driver

log = logging.getLogger(__name__)


T = TypeVar("T")


RETRY_DELAY = 0.25
"""Seconds between two attempts to reach a database."""

_TRANSIENT_CODES = ("08", "53", "57P", "40001", "40P01", "25006", "25P03", "55P03")
"""Prefixes of the codes of errors that are not caused by the statement.

They are about connections, resources, a server that stops or starts, conflicting transactions, or a
read-only server.
"""

_CONFLICTS = ("40001", "40P01")
"""The codes of conflicting transactions, of which the server rolls one back."""

_READ_ONLY = "25006"
_CLOSED_MESSAGES = (
    "connection is closed",
    "connection was closed",
    "another operation (2) is in progress",
)
"""Parts of the driver's messages about lost connections.

The last message is raised if the server has ended the session and the connection is about to close.
"""


_NAME = "SELECT CAST(pg_current_xact_id_if_assigned() AS text)"
_STATUS = "SELECT pg_xact_status(CAST(CAST($1 AS text) AS xid8))"


class Patience:
    """How long to wait for an unreachable database, from the first failure on.

    It is shared by everyone who waits.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lost_at: float | None = None

    @property
    def is_fresh(self) -> bool:
        """Whether it is not known to be unreachable."""
        return self._lost_at is None

    @property
    def is_over(self) -> bool:
        """Whether it has been unreachable for too long. The first call starts the clock."""
        if self._lost_at is None:
            self._lost_at = time.monotonic()
        return time.monotonic() - self._lost_at >= self._seconds

    def renew(self) -> None:
        """Record that it is reachable."""
        self._lost_at = None


class ServerConnection:
    """A driver's connection and SQLAlchemy's view of it.

    The driver begins and ends transactions with one query each. SQLAlchemy executes statements.
    """

    __slots__ = ("disposals", "driver", "is_lost", "statements")

    def __init__(self, statements: AsyncConnection, driver: _Driver, disposals: int) -> None:
        """:param disposals: how often its pool had been closed when it was opened."""
        self.statements = statements
        self.driver = driver
        self.disposals = disposals
        self.is_lost = False
        """Whether it must not be reused, whatever its state."""

    async def close(self) -> None:
        """Close it, and inform the server unless it is lost."""
        if self.is_lost:
            await self.statements.invalidate()
        await self.statements.close()


class ServerPool:
    """A pool of up to `n` lazily opened connections, shared by readers and writers."""

    def __init__(self, engine: AsyncEngine, connections: int) -> None:
        """:param engine: opens connections. It has no pool and begins no transactions."""
        self.engine = engine
        self.room = asyncio.Semaphore(connections)
        self._idle: list[ServerConnection] = []
        self._disposals = 0

    async def open_transaction(self, begin: str) -> ServerConnection:
        """Return a connection with a transaction begun.

        Beginning it also detects a lost connection, without another query.
        """
        while self._idle:
            connection = self._idle.pop()
            try:
                await connection.driver.execute(begin)
            except Exception:
                connection.is_lost = True
                await connection.close()
            else:
                return connection
        connection = await self._connect()
        try:
            await connection.driver.execute(begin)
        except BaseException:
            connection.is_lost = True
            await connection.close()
            raise
        return connection

    async def release(self, connection: ServerConnection) -> None:
        """Take a connection back, discarding what was not committed."""
        if not connection.is_lost and connection.driver.is_in_transaction():
            try:
                await connection.driver.execute("ROLLBACK")
            except Exception:
                connection.is_lost = True
        connection.is_lost |= connection.driver.is_closed() or connection.statements.invalidated
        if connection.is_lost or connection.disposals < self._disposals:
            await connection.close()
        else:
            self._idle.append(connection)

    async def dispose(self) -> None:
        """Close all connections, busy ones at the end of their transaction."""
        self._disposals += 1
        while self._idle:
            await self._idle.pop().close()
        await self.engine.dispose()

    async def _connect(self) -> ServerConnection:
        statements = await self.engine.connect()
        try:
            driver: Any = (await statements.get_raw_connection()).driver_connection
            # For SQLAlchemy this is one endless transaction.
            await statements.begin()
        except BaseException:
            await statements.close()
            raise
        return ServerConnection(statements, driver, self._disposals)


class ServerConnections:
    """The connections of a pool, for reading or for writing."""

    def __init__(
        self, pool: ServerPool, patience: Patience, sender: str, *, is_reading: bool
    ) -> None:
        """:param patience: shared by all connections to the server.
        :param sender: the name of this process in hints.
        """
        self.patience = patience
        self._pool = pool
        self._sender = sender
        self._is_reading = is_reading
        self._begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" if is_reading else "BEGIN"
        self._shards: Shards | None = None

    @property
    def sync_engine(self) -> Engine:
        """The engine that emits SQLAlchemy's events."""
        return self._pool.engine.sync_engine

    def serve(self, shards: Shards) -> None:
        """Record that only this process serves the guilds of some shards."""
        self._shards = shards

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """As in `Connections.transaction`."""
        async with self._pool.room:
            connection = await self._open_transaction()
            try:
                yield ServerTransaction(connection.statements, self._sender, self._shards)
                await self._commit(connection)
            except DBAPIError as error:
                words = why_unavailable(error.orig, self._is_reading)
                if words is None:
                    raise
                if getattr(error.orig, "sqlstate", None) in _CONFLICTS:
                    log.warning("rolled back after a conflict: %s", error.orig)
                    raise Conflicting(words) from error
                connection.is_lost = True
                raise NotStoredError(words) from error
            finally:
                await uninterrupted(self._pool.release(connection))

    async def run_in_transaction(self, work: Work[T], on_begin: Callable[[], None]) -> T:
        """As in `Connections.run_in_transaction`."""
        async with self.transaction() as tx:
            on_begin()
            return await work(tx)

    async def dispose(self) -> None:
        """Close all connections."""
        await self._pool.dispose()

    async def _open_transaction(self) -> ServerConnection:
        """A connection with a transaction begun."""
        while True:
            beginning = asyncio.ensure_future(self._pool.open_transaction(self._begin))
            try:
                connection = await uninterrupted(beginning)
            except Exception as error:
                cause = error.orig if isinstance(error, DBAPIError) else error
                words = why_unavailable(cause, self._is_reading)
                if words is None:
                    raise
                if self.patience.is_over:
                    raise NotStoredError(words) from error
            except asyncio.CancelledError:
                if beginning.exception() is None:
                    await uninterrupted(self._pool.release(beginning.result()))
                raise
            else:
                self.patience.renew()
                return connection
            await asyncio.sleep(RETRY_DELAY)

    async def _commit(self, connection: ServerConnection) -> None:
        name: str | None = None
        try:
            if not self._is_reading:
                name = await uninterrupted(connection.driver.fetchval(_NAME))
            await uninterrupted(connection.driver.execute("COMMIT"))
        except Exception as error:
            words = why_unavailable(error, self._is_reading)
            if words is None:
                raise
            connection.is_lost = True
            if name is None or not await self._was_committed(name):
                raise NotStoredError(words) from error

    async def _was_committed(self, name: str) -> bool:
        """Whether a transaction was committed whose connection was lost during the commit.

        :raises PerhapsStored: if that can't be determined.
        """
        try:
            while True:
                connection = await self._open_transaction()
                try:
                    status = await uninterrupted(connection.driver.fetchval(_STATUS, name))
                finally:
                    await uninterrupted(self._pool.release(connection))
                if status != "in progress":
                    return status == "committed"
                await asyncio.sleep(RETRY_DELAY)
        except Exception as error:
            raise PerhapsStored(str(error)) from error


class ServerTransaction:
    """A transaction on such a connection."""

    __slots__ = ("_shards", "_statements", "database", "sender")

    def __init__(self, statements: AsyncConnection, sender: str, shards: Shards | None) -> None:
        self._statements = statements
        self._shards = shards
        self.database = statements.dialect.name
        self.sender = sender

    def serves(self, guild_id: int | None) -> bool:
        """Whether this process alone serves a guild."""
        return self._shards is not None and self._shards.have(guild_id)

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values or once per row."""
        return await uninterrupted(self._statements.run_sync(Connection.execute, statement, values))

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Run a synchronous function in this transaction."""
        await uninterrupted(self._statements.run_sync(work))


def why_unavailable(error: BaseException | None, is_reading: bool) -> str | None:
    """Return why the database can't be used at the moment, or None for any other error."""
    code: Any = getattr(error, "sqlstate", None)
    if is_reading and code == _READ_ONLY:
        # Writing in a read-only transaction is a bug.
        return None
    if isinstance(error, OSError):
        return f"can't be reached: {error}"
    if isinstance(code, str) and code.startswith(_TRANSIENT_CODES):
        return f"can't be used just now: {error}"
    # The driver's own errors about closed connections have no code.
    is_gone = code is None and any(words in str(error) for words in _CLOSED_MESSAGES)
    return "has closed the connection" if is_gone else None
