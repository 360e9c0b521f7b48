"""A transaction, from its beginning to its commit or rollback, safe against cancellation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Executable

T = TypeVar("T")

Rows = CursorResult[*tuple[Any, ...]]
"""The result of a statement, with all rows fetched."""

Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""The values of a statement, or of each of several rows."""


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


class DirectTransaction:
    """A transaction on a connection of this thread, which never waits."""

    __slots__ = ("_direct",)

    def __init__(self, connection: Connection) -> None:
        self._direct = connection

    @property
    def sender(self) -> str:
        """Return an empty name, as there are no other processes."""
        return ""

    @property
    def database(self) -> str:
        """The kind of the database."""
        return self._direct.dialect.name

    def serves(self, guild_id: int | None) -> bool:
        """Return True, because there are no other processes."""
        return True

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values or once per row."""
        return self._direct.execute(statement, values)

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Run a function in this transaction."""
        work(self._direct)


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""Work that awaits only the statements of its transaction, possibly in another thread."""


def done_directly(work: Work[T], connection: Connection) -> T:
    """Return the result of some work on a connection of this thread.

    :raises RuntimeError: if it awaits anything but its statements.
    """
    doing = work(DirectTransaction(connection))
    try:
        doing.send(None)
    except StopIteration as end:
        return end.value
    doing.close()
    raise RuntimeError("work in a transaction awaited something other than its statements")


async def finished(work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
    """Return the result of some work on a connection, uninterrupted by a cancellation.

    An interrupted statement would go on in its thread or server, and leave the connection in an
    unknown state. So the cancellation waits.
    """
    working = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError as cancellation:
        while not working.done():
            try:
                await asyncio.wait([working])
            except asyncio.CancelledError:
                continue
        raise cancellation from working.exception()
