"""A transaction, from its beginning to its commit or rollback, whoever is cancelled in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Executable

T = TypeVar("T")

Rows = CursorResult[*tuple[Any, ...]]
"""What a statement gives; its rows are at hand and wait for nothing."""

Values = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""The values of a statement, or those of each of several rows."""


class Transaction(Protocol):
    """What the modules beside this one take: statements are executed in it, one after another."""

    @property
    def database(self) -> str:
        """The kind of the database, "sqlite" or "postgresql"."""
        ...

    @property
    def sender(self) -> str:
        """The name under which this process tells others on the same database something; empty
        where it is alone."""
        ...

    def serves(self, guild_id: int | None) -> bool:
        """Whether this process, and no other, serves a guild, or, for None, what concerns none."""
        ...

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values, or with those of each of several rows."""
        ...

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Let something that can't wait asynchronously work in this transaction."""
        ...


class DirectTransaction:
    """A transaction on a connection of this thread, in which nothing is waited for."""

    __slots__ = ("_direct",)

    def __init__(self, connection: Connection) -> None:
        self._direct = connection

    @property
    def sender(self) -> str:
        """Nobody: where it is used there is nobody to tell anything."""
        return ""

    @property
    def database(self) -> str:
        """The kind of the database."""
        return self._direct.dialect.name

    def serves(self, guild_id: int | None) -> bool:
        """Whether this process, and no other, serves a guild: it is alone."""
        return True

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Execute a statement, once with some values, or with those of each of several rows."""
        return self._direct.execute(statement, values)

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Let something work in this transaction."""
        work(self._direct)


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""What is done in a transaction and waits for nothing but the transaction's own statements. It may
be done in another thread."""


def done_directly(work: Work[T], connection: Connection) -> T:
    """The result of some work on a connection of this thread.

    :raises RuntimeError: where it waits for something else than its statements.
    """
    doing = work(DirectTransaction(connection))
    try:
        doing.send(None)
    except StopIteration as end:
        return end.value
    doing.close()
    raise RuntimeError("what is done in a transaction waits for something else than statements")


async def finished(work: Coroutine[Any, Any, T] | asyncio.Future[T]) -> T:
    """The result of some work on a connection, which a cancellation does not interrupt.

    A statement that is interrupted goes on in the thread or server that executes it, and nobody
    could tell what the connection is doing when it is used next. So the cancellation waits.
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
