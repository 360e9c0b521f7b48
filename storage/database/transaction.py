"""A transaction, safe against cancellation from beginning to end, and the errors it can raise."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite

T = TypeVar("T")

Rows = CursorResult[*tuple[Any, ...]]
"""The result of a statement, with all rows fetched."""

Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""The values of a statement, or of each of several rows."""


class DatabaseError(Exception):
    """The database can't be opened, for the reason and remedy in `words`."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class UnsupportedDatabase(DatabaseError):
    """The database or its address has to be changed, or the program or its libraries."""


class ShardsLost(DatabaseError):
    """Another process has taken over shards of this one, which must stop."""


class NotStoredError(Exception):
    """Nothing can be written at the moment.

    The disk is full, the file is read-only, or the server is unreachable. Data read before is still
    valid.
    """


class PerhapsStored(NotStoredError):
    """The connection was lost during a commit, whose result is unknown."""


class Outdated(Exception):
    """A change was decided on an outdated version of a row."""

    def __init__(self, row: str, version: int) -> None:
        super().__init__(f"{row} is no longer at version {version}")


class Conflicting(NotStoredError, Outdated):
    """The server rolled a transaction back because it conflicted with another one.

    Nothing was stored, and trying again helps.
    """

    def __init__(self, words: str) -> None:
        Exception.__init__(self, words)


class Transaction(Protocol):
    """The interface for the modules of queries. Statements run one after another."""

    @property
    def database(self) -> str:
        """The kind of the database, "sqlite" or "postgresql"."""
        ...

    @property
    def sender(self) -> str:
        """The name of this process in hints, empty for a single process."""
        ...

    def serves(self, guild_id: int | None) -> bool:
        """Whether this process alone serves a guild, or, for None, everything without one."""
        ...

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values or once per row."""
        ...

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Run a synchronous function in this transaction."""
        ...


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""Work that awaits only the statements of its transaction, possibly in another thread."""


class DirectTransaction:
    """A transaction on a connection of this thread, which never waits."""

    __slots__ = ("_connection",)

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def sender(self) -> str:
        """Return an empty name, as there are no other processes."""
        return ""

    @property
    def database(self) -> str:
        """The kind of the database."""
        return self._connection.dialect.name

    def serves(self, guild_id: int | None) -> bool:
        """Return True, because there are no other processes."""
        return True

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values or once per row."""
        return self._connection.execute(statement, values)

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Run a function in this transaction."""
        work(self._connection)


def run_directly(work: Work[T], connection: Connection) -> T:
    """Return the result of some work on a connection of this thread.

    :raises RuntimeError: if it awaits anything but its statements.
    """
    coroutine = work(DirectTransaction(connection))
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    coroutine.close()
    raise RuntimeError("work in a transaction awaited something other than its statements")


async def uninterrupted(work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
    """Return the result of some work on a connection, uninterrupted by a cancellation.

    An interrupted statement would go on in its thread or server, and leave the connection in an
    unknown state. So the cancellation waits.
    """
    future = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError as cancellation:
        while not future.done():
            try:
                await asyncio.wait([future])
            except asyncio.CancelledError:
                continue
        raise cancellation from future.exception()


def insert(tx: Transaction, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert with `on_conflict_do_nothing` and `on_conflict_do_update`.

    Both databases share the syntax, but SQLAlchemy has it in each dialect.
    """
    return insert_into(tx.database, table)


def insert_into(database: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return the same for a kind of database, to be built in advance."""
    if database == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
