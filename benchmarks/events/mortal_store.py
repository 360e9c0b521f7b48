"""A store whose process may die before, within and after each transaction."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

from sqlalchemy import Connection, create_engine

from storage.database.bulk_transaction import DirectTransaction
from storage.database.store import Store
from storage.database.transaction import Transaction
from tests.databases import new_file

T = TypeVar("T")


class Killed(BaseException):
    """The process died here; no handler of errors sees it."""


class MortalStore(Store):
    """A store in a transaction of its own, in which the process may die."""

    def __init__(self, connection: Connection, chance: Random) -> None:
        self._direct = connection
        self._chance = chance
        self.deadliness = 0.0
        """The chance to die before a transaction, in it, and after it."""

    def _perhaps_die(self) -> None:
        if self.deadliness and self._chance.random() < self.deadliness:
            raise Killed

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """A transaction that is undone if the process dies in it."""
        self._perhaps_die()
        self._direct.exec_driver_sql("SAVEPOINT whole")
        try:
            yield DirectTransaction(self._direct)
            self._perhaps_die()
        except BaseException:
            self._direct.exec_driver_sql("ROLLBACK TO whole")
            self._direct.exec_driver_sql("RELEASE whole")
            raise
        self._direct.exec_driver_sql("RELEASE whole")
        self._perhaps_die()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """What is there."""
        yield DirectTransaction(self._direct)

    async def writing(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """The result of some work in a transaction that is undone if the process dies in it."""
        async with self.write() as tx:
            return await work(tx)

    async def reading(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """The result of some work on what is there."""
        async with self.read() as tx:
            return await work(tx)


@contextmanager
def mortal_store(chance: Random) -> Iterator[MortalStore]:
    """A new store with nothing in it, which is gone afterwards."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "events.db"
        new_file(path)
        engine = create_engine(f"sqlite:///{path}", connect_args={"isolation_level": None})
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = MEMORY")
            connection.exec_driver_sql("PRAGMA synchronous = OFF")
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield MortalStore(connection, chance)
        engine.dispose()
