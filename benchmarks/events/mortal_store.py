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
    """The process died. No error handler catches this."""


class MortalStore(Store):
    """A store whose process may die around transactions."""

    def __init__(self, connection: Connection, chance: Random) -> None:
        self._direct = connection
        self._chance = chance
        self.death_chance = 0.0
        """The chance of dying before, in and after a transaction."""

    def _maybe_die(self) -> None:
        if self.death_chance and self._chance.random() < self.death_chance:
            raise Killed

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """Open a transaction that is undone if the process dies in it."""
        self._maybe_die()
        self._direct.exec_driver_sql("SAVEPOINT whole")
        try:
            yield DirectTransaction(self._direct)
            self._maybe_die()
        except BaseException:
            self._direct.exec_driver_sql("ROLLBACK TO whole")
            self._direct.exec_driver_sql("RELEASE whole")
            raise
        self._direct.exec_driver_sql("RELEASE whole")
        self._maybe_die()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """Open a transaction for reading."""
        yield DirectTransaction(self._direct)

    async def writing(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run work in a transaction that is undone if the process dies in it."""
        async with self.write() as tx:
            return await work(tx)

    async def reading(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run work that only reads."""
        async with self.read() as tx:
            return await work(tx)


@contextmanager
def mortal_store(chance: Random) -> Iterator[MortalStore]:
    """Open an empty temporary store."""
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
