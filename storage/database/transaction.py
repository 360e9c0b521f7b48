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
