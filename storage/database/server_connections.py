"""Connections to a PostgreSQL server, which may be lost at any moment and come back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Executable, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.database.errors import NotStored, PerhapsStored
from storage.database.transaction import Rows, Transaction, Values, Work, finished

T = TypeVar("T")

AGAIN = 0.25
"""Seconds between two attempts to reach a database."""

_PASSING = ("08", "53", "57P", "40001", "40P01", "25006", "25P03", "55P03")
"""How the codes of errors begin that say nothing about the statement: connections, resources, a
server that stops or starts, transactions in each other's way, a server that only reads."""

_READ_ONLY = "25006"
_GONE = ("connection is closed", "connection was closed", "another operation (2) is in progress")
"""The last is said where the server has taken its leave and the connection is still to end."""


class Patience:
    """How long a database that can't be reached is waited for: so long after it was reached last,
    whoever waits and however many they are."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lost_at: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether it has been out of reach for too long; asking that is noting that it is."""
        if self._lost_at is None:
            self._lost_at = time.monotonic()
        return time.monotonic() - self._lost_at >= self._seconds

    def renew(self) -> None:
        """Note that it can be reached."""
        self._lost_at = None


class ServerConnections:
    """Some connections, for transactions that write or for those that only read."""

    def __init__(self, engine: AsyncEngine, patience: Patience, *, is_reading: bool) -> None:
        """:param patience: with the server, shared by all who have connections to it."""
        self.engine = engine
        self.patience = patience
        self._is_reading = is_reading

    @property
    def sync_engine(self) -> Engine:
        """What SQLAlchemy tells its events of."""
        return self.engine.sync_engine

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Transaction]:
        """As `Connections.transaction`."""
        connection = await self._opened()
        try:
            yield ServerTransaction(connection)
            await self._commit(connection)
        except DBAPIError as error:
            words = words_when_lost(error.orig, self._is_reading)
            if words is None:
                raise
            # Whatever state it is in, nobody else is to get it.
            await finished(connection.invalidate(error))
            raise NotStored(words) from error
        finally:
            # This rolls back what is not committed.
            await finished(connection.close())

    async def carry_out(self, work: Work[T], begun: Callable[[], None]) -> T:
        """As `Connections.carry_out`."""
        async with self.transaction() as tx:
            begun()
            return await work(tx)

    async def dispose(self) -> None:
        """Close them all."""
        await self.engine.dispose()

    async def _opened(self) -> AsyncConnection:
        """A connection with a transaction begun."""
        while True:
            connection = self.engine.connect()
            try:
                await finished(_begin(connection))
            except BaseException as error:
                if connection.sync_connection is not None:
                    await finished(connection.close())
                cause = error.orig if isinstance(error, DBAPIError) else error
                words = words_when_lost(cause, self._is_reading)
                if words is None:
                    raise
                if self.patience.is_over:
                    raise NotStored(words) from error
            else:
                self.patience.renew()
                return connection
            await asyncio.sleep(AGAIN)

    async def _commit(self, connection: AsyncConnection) -> None:
        if self._is_reading:
            await finished(connection.commit())
            return
        name = await finished(_name(connection))
        try:
            await finished(connection.commit())
        except DBAPIError as error:
            if name is None or words_when_lost(error.orig, False) is None:
                raise
            if not await self._was_committed(name):
                raise

    async def _was_committed(self, name: str) -> bool:
        """Whether a transaction has been committed whose connection was lost in its commit.

        :raises PerhapsStored: where nobody can say.
        """
        known: bool | None = None
        try:
            while known is None:
                connection = await self._opened()
                try:
                    known = await finished(_is_committed(connection, name))
                finally:
                    await finished(connection.close())
                if known is None:
                    await asyncio.sleep(AGAIN)
        except (NotStored, DBAPIError) as error:
            raise PerhapsStored(str(error)) from error
        return known


class ServerTransaction:
    """A transaction on such a connection."""

    __slots__ = ("_connection",)

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @property
    def database(self) -> str:
        """The kind of the database."""
        return self._connection.dialect.name

    @property
    def sender(self) -> str:
        """The name under which this process tells others something."""
        connection = self._connection.sync_connection
        return "" if connection is None else connection.get_execution_options().get("sender", "")

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values, or with those of each of several rows."""
        return await finished(self._connection.execute(statement, values))

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Let something that can't wait asynchronously work in this transaction."""
        await finished(self._connection.run_sync(work))


def words_when_lost(error: BaseException | None, is_reading: bool) -> str | None:
    """Why the database can't be used at the moment; None for any other error."""
    code: Any = getattr(error, "sqlstate", None)
    if is_reading and code == _READ_ONLY:
        # Who writes where there is only to be read is a bug.
        return None
    if isinstance(error, OSError):
        return f"can't be reached: {error}"
    if isinstance(code, str) and code.startswith(_PASSING):
        return f"can't be used just now: {error}"
    # What the driver itself says of a connection that is gone, or just going, has no code.
    is_gone = code is None and any(words in str(error) for words in _GONE)
    return "has closed the connection" if is_gone else None


async def _name(connection: AsyncConnection) -> str | None:
    found = await connection.execute(text("SELECT CAST(pg_current_xact_id_if_assigned() AS text)"))
    return found.scalar_one()


async def _is_committed(connection: AsyncConnection, name: str) -> bool | None:
    status = text("SELECT pg_xact_status(CAST(CAST(:name AS text) AS xid8))")
    found = (await connection.execute(status, {"name": name})).scalar_one()
    return None if found == "in progress" else found == "committed"


async def _begin(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()
