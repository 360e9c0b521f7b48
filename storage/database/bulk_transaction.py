"""One long transaction on a SQLite file, for a program that does nothing else meanwhile.

A statement is executed at once, where elsewhere it waits for a thread twice. So it makes everybody
else wait, and takes a fraction of the time.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, CursorResult, Executable, create_engine

from storage.database.store import Store
from storage.database.transaction import Transaction


class DirectTransaction(Transaction):
    """A transaction on a connection of this thread."""

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

    async def execute(
        self,
        statement: Executable,
        values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
    ) -> CursorResult[*tuple[Any, ...]]:
        """Execute a statement, once with some values, or with those of each of several rows."""
        return self._direct.execute(statement, values)

    async def run(self, work: Callable[[Connection], None]) -> None:
        """Let something work in this transaction."""
        work(self._direct)


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
