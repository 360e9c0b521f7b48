"""A transaction, from its beginning to its commit or rollback, whoever is cancelled in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")


class Transaction:
    """What the modules beside this one take: statements are executed in it, one after another."""

    __slots__ = ("_connection",)

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @property
    def database(self) -> str:
        """The kind of the database, "sqlite" or "postgresql"."""
        return self._connection.dialect.name

    async def execute(
        self,
        statement: Executable,
        values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    ) -> CursorResult[*tuple[Any, ...]]:
        """Execute a statement, once with some values, or with those of each of several rows."""
        return await _finished(self._connection.execute(statement, values))

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Let something that can't wait asynchronously work in this transaction."""
        await _finished(self._connection.run_sync(work))


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncGenerator[Transaction]:
    """Commits at the end of the block, rolls back where an exception leaves it.

    A task that is cancelled in the block ends the statement that it is in, and then rolls back; one
    that is cancelled in the commit has committed.
    """
    connection = engine.connect()
    try:
        await _finished(_begin(connection))
        yield Transaction(connection)
        await _finished(connection.commit())
    finally:
        if connection.sync_connection is not None:
            # This rolls back what is not committed.
            await _finished(connection.close())


async def _begin(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()


async def _finished(work: Coroutine[Any, Any, T]) -> T:
    """The result of some work on a connection, which a cancellation does not interrupt.

    A statement that is interrupted goes on in the thread or server that executes it, and nobody
    could tell what the connection is doing when it is used next. So the cancellation waits.
    """
    task = asyncio.ensure_future(work)
    cancellation: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancellation = error
    if cancellation is not None:
        raise cancellation from task.exception()
    return task.result()
