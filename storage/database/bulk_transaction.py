"""One long transaction on a SQLite file, for a program that does nothing else meanwhile.

A statement is executed at once, where elsewhere it waits for a thread twice. So it makes everybody
else wait, and takes a fraction of the time.
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
    """A store in which all that is read and written is one transaction, begun and ended outside."""

    def __init__(self, tx: DirectTransaction) -> None:
        self._tx = tx

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """The one transaction."""
        yield self._tx

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """The same one."""
        yield self._tx

    async def writing(self, work: Work[T]) -> T:
        """What some work gives in it."""
        return await work(self._tx)

    async def reading(self, work: Work[T]) -> T:
        """The same."""
        return await work(self._tx)


@contextmanager
def direct_store(path: Path) -> Generator[DirectStore]:
    """A file that `Store.open` has made, as one transaction.

    It commits at the end of the block and rolls back where an exception leaves it.
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
