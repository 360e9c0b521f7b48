"""The two ways into a database that every kind of it offers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlalchemy import Engine

from storage.database.shards import Shards
from storage.database.transaction import Transaction, Work

T = TypeVar("T")


class Connections(Protocol):
    """Connections of one sort to a database, used again and again."""

    @property
    def sync_engine(self) -> Engine:
        """What SQLAlchemy tells its events of."""
        ...

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """Commits at the end of the block, rolls back where an exception leaves it.

        A task that is cancelled in the block ends the statement that it is in, and then rolls back;
        one that is cancelled in the commit has committed.

        :raises NotStored: where the database can't be used at the moment. Before the block a
            server is waited for, for a while.
        """
        ...

    async def carry_out(self, work: Work[T], begun: Callable[[], None]) -> T:
        """The result of some work in a transaction of its own, which ends as `transaction` does.

        :param begun: called when it has its connection.
        :raises NotStored: as `transaction`.
        """
        ...

    async def dispose(self) -> None:
        """Close them all; no transaction is open."""
        ...


class Presence(Protocol):
    """A process on a database: nobody else serves its shards, and it hears what others tell it."""

    async def begin(self) -> None:
        """Take the shards.

        :raises DatabaseError: where another process serves one of them.
        """
        ...

    async def listen(self, hear: Callable[[int | None], None]) -> None:
        """Tell of each guild, 0 for none, for which others say that there is something to do; of
        None where anything may have been missed. Until it is cancelled.

        :raises ShardsLost: as `confirm`.
        """
        ...

    async def confirm(self) -> None:
        """Check that the shards are still this process's own, unless that is known for now.

        A database that can't be reached proves nothing.

        :raises ShardsLost: if another process has taken one of them.
        """
        ...

    async def end(self) -> None:
        """Leave the shards to others."""
        ...


@dataclass(frozen=True, slots=True)
class Engines:
    """Connections for transactions that write, and for those that only read.

    What is read in one transaction of `reader` is of one moment, and nothing can be written there.
    """

    writer: Connections
    reader: Connections
    is_shared: bool = False
    """Whether the database is for several processes at once."""
    lock_for_upgrade: str | None = None
    """SQL that keeps other processes from upgrading the schema until the transaction ends, where
    beginning a transaction of `writer` does not do so already."""
    presence_of: Callable[[Shards], Presence] | None = None
    """What makes a process that serves some shards known to others; None where there are none."""
