"""The database, opened: transactions that write, one at a time, and transactions that read."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import URL, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from storage.database.errors import DatabaseError, NotStored, Outdated
from storage.database.shards import ALL, Shards
from storage.database.transaction import Transaction, Work
from storage.database.upgrade import revision_of, upgrade
from storage.engines import sqlite
from storage.engines.connections import Engines, Presence

T = TypeVar("T")


class Store:
    """A database that is open, its schema up to date. One for the whole process."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[object] | None = None
        self._subscribers: list[Callable[[str, float], None]] = []
        self._presence: Presence | None = None

    @classmethod
    async def open(cls, database_url: str, *, upgrades: bool = True, makes: bool = True) -> Self:
        """Open a database, making it or upgrading its schema where needed.

        :param database_url: `sqlite:///stairwell.db`, `postgresql://user:password@host/name`.
        :param upgrades: False leaves the schema as it is, for who only looks.
        :param makes: False refuses a file that is not there, for who needs what it holds.
        :raises DatabaseError: where it can't be opened; the words never show a password.
        """
        url = _read(database_url)
        if not makes:
            _refuse_missing(url)
        store = cls(await _engines(url))
        try:
            if not upgrades:
                return store
            try:
                await store._upgrade()
            except NotStored:
                # A server that was just being restarted, perhaps.
                await store._upgrade()
        except DatabaseError:
            await store.close()
            raise
        # A parameter of the address that the driver does not know is a TypeError.
        except (SQLAlchemyError, NotStored, OSError, TypeError) as error:
            await store.close()
            cause = _cause(error)
            words = sqlite.words_for(cause) or f"can't be used: {cause}"
            raise DatabaseError(f"The database {_shown(url)} {words}.") from error
        return store

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, database_url: str, shards: Shards = ALL, *, makes: bool = True
    ) -> AsyncGenerator[Self]:
        """A database that is open within, for a process that serves some shards: where it is a
        file, the only process; on a server, the only one that serves them.

        :param makes: as `open` has it.
        :raises DatabaseError: as `open`, and where another process serves the same.
        """
        url = _read(database_url)
        if not makes:
            _refuse_missing(url)
        is_file = url.get_backend_name() == "sqlite" and url.database
        if is_file and not shards.are_all:
            raise DatabaseError(
                f"The file {url.database} is for one process, which serves all shards. Leave out "
                "CLUSTER and SHARD_IDS, or use PostgreSQL."
            )
        with sqlite.only_process(url) if is_file else nullcontext():
            store = await cls.open(database_url)
            try:
                if store._engines.presence_of is not None:
                    store._presence = store._engines.presence_of(shards)
                    await store._presence.begin()
                yield store
            finally:
                if store._presence is not None:
                    await store._presence.end()
                await store.close()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be working on this database too."""
        return self._engines.is_shared

    def subscribe_waits(self, subscriber: Callable[[str, float], None]) -> None:
        """Tell somebody how many seconds each transaction waited until it could begin, with whether
        it is to "write" or to "read"."""
        self._subscribers.append(subscriber)

    def _tell_wait(self, way: str, began: float) -> None:
        for subscriber in self._subscribers:
            subscriber(way, time.perf_counter() - began)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[Transaction]:
        """A transaction that may write. No other begins in this process until it has ended.

        In other processes one may, where the database is not SQLite: so what is decided on what
        was read there has to be guarded by a version, as matches and challenges are.

        It commits at the end of the block and rolls back where an exception leaves the block, also
        that of a cancelled task. It is for the database alone: whoever waits in it for anything
        else makes all others wait.

        :raises NotStored: where the database can't be used at the moment. Before the block it is
            waited for, for a while.
        """
        async with self._written() as asked_at, self._engines.writer.transaction() as tx:
            self._tell_wait("write", asked_at)
            yield tx

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Transaction]:
        """A transaction that sees one moment of the database, can't write, and waits for nobody.

        :raises NotStored: as `write`.
        """
        asked_at = time.perf_counter()
        async with self._engines.reader.transaction() as tx:
            self._tell_wait("read", asked_at)
            yield tx

    async def writing(self, work: Work[T]) -> T:
        """The result of some work in a transaction as `write` has it, which takes a fraction of
        the time where the database is a file: there it is done as a whole in a thread.

        So the work waits for nothing but its statements, and takes long in nothing else.

        :raises NotStored: as `write`.
        """
        async with self._written() as asked_at:
            return await self._engines.writer.carry_out(
                work, lambda: self._tell_wait("write", asked_at)
            )

    async def reading(self, work: Work[T]) -> T:
        """The result of some work in a transaction as `read` has it, otherwise as `writing`.

        :raises NotStored: as `read`.
        """
        asked_at = time.perf_counter()
        return await self._engines.reader.carry_out(work, lambda: self._tell_wait("read", asked_at))

    @asynccontextmanager
    async def _written(self) -> AsyncGenerator[float]:
        """Within, nobody else of this process writes; gives when that was asked for."""
        task = asyncio.current_task()
        if self._writing is task:
            raise RuntimeError("this task has a write transaction open already")
        asked_at = time.perf_counter()
        async with self._turn:
            self._writing = task
            try:
                yield asked_at
            finally:
                self._writing = None

    async def revision(self) -> str | None:
        """The schema as it is; None where there is none yet."""
        revisions: list[str | None] = []
        async with self.read() as tx:
            await tx.run(lambda connection: revisions.append(revision_of(connection)))
        return revisions[0]

    async def listen(self, hear: Callable[[int | None], None]) -> None:
        """Tell of each guild, 0 for none, for which other processes say that there is something to
        do; of None where anything may have been missed. Until it is cancelled."""
        if self._presence is not None:
            await self._presence.listen(hear)

    async def confirm_presence(self) -> None:
        """Check that no other process serves the shards of this one.

        :raises ShardsLost: if one does.
        """
        if self._presence is not None:
            await self._presence.confirm()

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


def _refuse_missing(url: URL) -> None:
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        raise DatabaseError(f"There is no database {url.database}.")


async def _engines(url: URL) -> Engines:
    kind = url.get_backend_name()
    if kind == "sqlite":
        return await sqlite.open_engines(url)
    if kind in ("postgresql", "postgres"):
        # Imported here: with SQLite alone it would only take memory.
        from storage.engines import postgresql

        return postgresql.open_engines(url)
    raise DatabaseError(f"Stairwell can't use {kind}; use sqlite or postgresql.")


def _cause(error: BaseException) -> BaseException | None:
    """What the driver said, which has the better words."""
    if isinstance(error, NotStored) and error.__cause__ is not None:
        error = error.__cause__
    return error.orig if isinstance(error, DBAPIError) else error


def _shown(url: URL) -> str:
    """The address without what is secret in it; parameters may be, too."""
    return url.set(query={}).render_as_string(hide_password=True)


__all__ = ["DatabaseError", "Outdated", "Store", "Transaction"]
