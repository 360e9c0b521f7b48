"""One long transaction on a SQLite file, for programs without other work.

Statements run directly instead of in a thread, which blocks everything else but takes a fraction of
the time.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import create_engine

from storage.database.store import Store
from storage.database.transaction import DirectTransaction, Transaction, Work

T = TypeVar("T")


class DirectStore(Store):
    """A store whose reads and writes share one transaction, begun and ended outside."""

    def __init__(self, tx: DirectTransaction) -> None:
        self._tx = tx

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """Yield the transaction."""
        yield self._tx

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """Yield the same transaction."""
        yield self._tx

    async def writing(self, work: Work[T]) -> T:
        """Return the result of some work in the transaction."""
        return await work(self._tx)

    async def reading(self, work: Work[T]) -> T:
        """Return the result of some work in the transaction."""
        return await work(self._tx)


@contextmanager
def direct_store(path: Path) -> Generator[DirectStore]:
    """Open a file made by `Store.open` as one transaction.

    It commits at the end of the block and rolls back on an exception.
    """
    engine = create_engine(f"sqlite:///{path}", connect_args={"isolation_level": None})
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield DirectStore(DirectTransaction(connection))
            connection.exec_driver_sql("COMMIT")
    finally:
        engine.dispose()
