"""The interface of every kind of database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlalchemy import Engine

from storage.database.shards import Hint, Shards
from storage.database.transaction import Transaction, Work

T = TypeVar("T")


class Connections(Protocol):
    """Reusable connections to a database, for reading or for writing."""

    @property
    def sync_engine(self) -> Engine:
        """The engine that emits SQLAlchemy's events."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """Begin a transaction, committed at the end of the block and rolled back on an exception.

        A cancelled task finishes its statement and then rolls back. If cancelled during the commit,
        it commits.

        :raises NotStoredError: if the database can't be used at the moment. Before the block, it
            waits for a server for a while.
        """
        ...

    async def run_in_transaction(self, work: Work[T], on_begin: Callable[[], None]) -> T:
        """Return the result of some work in its own transaction, which ends like `transaction`.

        :param on_begin: called when it has its connection.
        :raises NotStoredError: as in `transaction`.
        """
        ...

    async def dispose(self) -> None:
        """Close all connections. No transaction may be open."""
        ...


class Presence(Protocol):
    """A process's claim to its shards on a database, and its listener for hints."""

    async def begin(self) -> None:
        """Claim the shards.

        :raises DatabaseError: if another process serves one of them.
        """
        ...

    async def listen(self, on_hint: Callable[[Hint | None], None]) -> None:
        """Call back with each hint of another process, until cancelled.

        :param on_hint: gets None if hints may have been lost.
        :raises ShardsLost: as in `confirm`.
        """
        ...

    async def confirm(self) -> None:
        """Check that the shards are still this process's own, unless checked recently.

        If the database is unreachable, the shards are assumed to be unchanged.

        :raises ShardsLost: if another process has claimed one of them.
        """
        ...

    async def end(self) -> None:
        """Release the shards."""
        ...


@dataclass(frozen=True, slots=True)
class Engines:
    """Connections for transactions that write, and for those that only read.

    A transaction of `reader` sees one snapshot and can't write.
    """

    writer: Connections
    reader: Connections
    is_shared: bool = False
    """Whether several processes can share the database."""
    lock_for_upgrade: str | None = None
    """SQL that locks the schema for upgrades until the transaction ends.

    None if any transaction of `writer` does so already.
    """
    is_reachable: Callable[[], bool] = lambda: True
    """Whether the latest attempt found the database reachable. A file always is."""
    presence_of: Callable[[Shards], Presence] | None = None
    """A function that returns the presence of a process on its shards, or None if not supported."""
