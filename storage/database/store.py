"""The database, opened: transactions that write, one at a time, and transactions that read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from typing import Self

from sqlalchemy import URL, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from storage.database import postgresql, sqlite
from storage.database.connections import Engines
from storage.database.errors import DatabaseError, NotStored, Outdated
from storage.database.transaction import Transaction, transaction
from storage.database.upgrade import upgrade


class Store:
    """A database that is open, its schema up to date. One for the whole process."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[object] | None = None

    @classmethod
    async def open(cls, database_url: str) -> Self:
        """Open a database, making it or upgrading its schema where needed.

        :param database_url: `sqlite:///stairwell.db`, `postgresql://user:password@host/name`.
        :raises DatabaseError: where it can't be opened; the words never show a password.
        """
        url = _read(database_url)
        store = cls(await _engines(url))
        try:
            await store._upgrade()
        except DatabaseError:
            await store.close()
            raise
        # A parameter of the address that the driver does not know is a TypeError.
        except (SQLAlchemyError, OSError, TypeError) as error:
            await store.close()
            cause = error.orig if isinstance(error, DBAPIError) else error
            words = sqlite.words_for(cause) or f"can't be used: {cause}"
            raise DatabaseError(f"The database {_shown(url)} {words}.") from error
        return store

    @classmethod
    @asynccontextmanager
    async def opened(cls, database_url: str) -> AsyncGenerator[Self]:
        """A database that is open within, for a process that serves it: where it is a file, the
        only one that does.

        :raises DatabaseError: as `open`, and where another process serves the same file.
        """
        url = _read(database_url)
        is_file = url.get_backend_name() == "sqlite" and url.database
        with sqlite.only_process(url) if is_file else nullcontext():
            store = await cls.open(database_url)
            try:
                yield store
            finally:
                await store.close()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be working on this database too."""
        return self._engines.is_shared

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """A transaction that may write. No other begins in this process until it has ended.

        In other processes one may, where the database is not SQLite: so what is decided on what
        was read there has to be guarded by a version, as matches and challenges are.

        It commits at the end of the block and rolls back where an exception leaves the block, also
        that of a cancelled task. It is for the database alone: whoever waits in it for anything
        else makes all others wait.
        """
        task = asyncio.current_task()
        if self._writing is task:
            raise RuntimeError("this task has a write transaction open already")
        async with self._turn:
            self._writing = task
            try:
                async with transaction(self._engines.writer) as tx:
                    yield tx
            except DBAPIError as error:
                words = sqlite.words_when_not_stored(error.orig)
                if words is None:
                    raise
                raise NotStored(words) from error
            finally:
                self._writing = None

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """A transaction that sees one moment of the database, can't write, and waits for nobody."""
        async with transaction(self._engines.reader) as tx:
            yield tx

    async def close(self) -> None:
        """Close the database, after the transaction that is being written."""
        async with self._turn:
            await self._engines.reader.dispose()
            await self._engines.writer.dispose()

    async def _upgrade(self) -> None:
        async with self.write() as tx:
            if self._engines.lock_for_upgrade is not None:
                await tx.execute(text(self._engines.lock_for_upgrade))
            await tx.run(upgrade)


def _read(database_url: str) -> URL:
    try:
        return make_url(database_url)
    except (ArgumentError, ValueError):
        # The cause shows the address, password and all.
        raise DatabaseError(
            "The address of the database can't be read. "
            "Write it like sqlite:///stairwell.db or postgresql://user:password@host/name."
        ) from None


async def _engines(url: URL) -> Engines:
    kind = url.get_backend_name()
    if kind == "sqlite":
        return await sqlite.open_engines(url)
    if kind in ("postgresql", "postgres"):
        return postgresql.open_engines(url)
    raise DatabaseError(f"Stairwell can't use {kind}; use sqlite or postgresql.")


def _shown(url: URL) -> str:
    """The address without what is secret in it; parameters may be, too."""
    return url.set(query={}).render_as_string(hide_password=True)


__all__ = ["DatabaseError", "Outdated", "Store", "Transaction"]
