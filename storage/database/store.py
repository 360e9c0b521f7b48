"""The open database: serialized writes and concurrent reads, or a file as one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from random import random
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, overload

from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from storage.database.address import public_address, read_address
from storage.database.engines import sqlite
from storage.database.engines.connections import Engines, Presence
from storage.database.shards import ALL, Hint, Shards
from storage.database.transaction import (
    Conflicting,
    DatabaseError,
    DirectTransaction,
    NotStoredError,
    Outdated,
    Transaction,
    UnsupportedDatabase,
    Work,
)
from storage.database.upgrade import revision_of, upgrade

__all__ = ["DatabaseError", "Outdated", "Store", "Transaction"]

T = TypeVar("T")
P = ParamSpec("P")
Owner = TypeVar("Owner", bound="_HasStore")

ATTEMPTS = 10
"""Maximum number of attempts at work that conflicts with other transactions."""

RETRY_DELAY = 0.05
"""Average growth of the seconds between attempts, times two."""


class Store:
    """An open database with an up-to-date schema. One per process."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._turn = asyncio.Lock()
        self._writing: asyncio.Task[object] | None = None
        self._subscribers: list[Callable[[str, float], None]] = []
        self._presence: Presence | None = None

    @classmethod
    async def open(cls, database_url: str, *, upgrades: bool = True, creates: bool = True) -> Self:
        """Open a database, creating or upgrading its schema if needed.

        :param database_url: `sqlite:///stairwell.db`, `postgresql://user:password@host/name`.
        :param upgrades: whether to upgrade the schema. False leaves it as it is, for reading only.
        :param creates: whether to create a missing file instead of refusing it.
        :raises DatabaseError: if it can't be opened. The words never contain a password.
        """
        url = read_address(database_url)
        if not creates:
            _refuse_missing(url)
        store = cls(await _engines(url))
        try:
            if not upgrades:
                # To find out whether it can be reached.
                await store.revision()
                return store
            try:
                await store._upgrade()
            except NotStoredError:
                # Perhaps the server was just restarting.
                await store._upgrade()
        except DatabaseError:
            await store.close()
            raise
        # The driver raises ValueError for parameters of the address, such as a missing certificate.
        except (SQLAlchemyError, NotStoredError, OSError, ValueError) as error:
            await store.close()
            cause = _cause(error)
            words = sqlite.describe(cause) or f"can't be used: {cause}"
            kind = UnsupportedDatabase if _is_permanent(cause) else DatabaseError
            raise kind(f"The database {public_address(url)} {words}.") from error
        return store

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, database_url: str, shards: Shards = ALL, *, creates: bool = True
    ) -> AsyncGenerator[Self]:
        """Open a database for a process that serves some shards.

        It has to be the only process of a file, or the only one with these shards on a server.

        :param creates: as in `open`.
        :raises DatabaseError: as in `open`, or if another process serves the same.
        """
        url = read_address(database_url)
        if not creates:
            _refuse_missing(url)
        is_file = url.get_backend_name() == "sqlite" and url.database
        if is_file and not shards.are_all:
            raise UnsupportedDatabase(
                f"The file {url.database} is only for one process, which serves all shards. Leave "
                "out CLUSTER and SHARD_IDS, or use PostgreSQL."
            )
        with sqlite.process_lock(url) if is_file else nullcontext():
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
        """Whether other processes may be using this database too."""
        return self._engines.is_shared

    @property
    def is_reachable(self) -> bool:
        """Whether the latest attempt to use the database found it reachable."""
        return self._engines.is_reachable()

    def subscribe_waits(self, subscriber: Callable[[str, float], None]) -> None:
        """Call back with "write" or "read" and the seconds that each transaction waited."""
        self._subscribers.append(subscriber)

    def _note_wait(self, kind: str, began: float) -> None:
        for subscriber in self._subscribers:
            subscriber(kind, time.perf_counter() - began)

    @overload
    def write(self, work: Work[T]) -> Coroutine[Any, Any, T]: ...

    @overload
    def write(self) -> AbstractAsyncContextManager[Transaction]: ...

    def write(
        self, work: Work[T] | None = None
    ) -> Coroutine[Any, Any, T] | AbstractAsyncContextManager[Transaction]:
        """Return the result of some work in a write transaction, the only one of this process.

        On PostgreSQL other processes may write at the same time, so a decision based on what was
        read before must be guarded by a version, as in matches and challenges.

        If it conflicts with a transaction of another process, the server rolls it back and the work
        is repeated. So it changes nothing but the database. It may await only its own statements:
        on a file it runs as a whole in a thread.

        Without work, it begins a transaction that ends with a block and can't be repeated. That is
        for databases that no one else writes, as in copies and tests.

        :raises NotStoredError: if the database can't be used at the moment. Before the
            transaction, it waits for a while.
        """
        return self._write_block() if work is None else self._write(work)

    @overload
    def read(self, work: Work[T]) -> Coroutine[Any, Any, T]: ...

    @overload
    def read(self) -> AbstractAsyncContextManager[Transaction]: ...

    def read(
        self, work: Work[T] | None = None
    ) -> Coroutine[Any, Any, T] | AbstractAsyncContextManager[Transaction]:
        """Return the result of some work in a read-only transaction, or begin one for a block.

        It sees a snapshot. It never waits for writers and never conflicts with them.

        :raises NotStoredError: as in `write`.
        """
        return self._read_block() if work is None else self._read(work)

    async def _write(self, work: Work[T]) -> T:
        for attempt in range(1, ATTEMPTS):
            with contextlib.suppress(Conflicting):
                return await self._write_once(work)
            # Repeated at once, several processes might meet again.
            await asyncio.sleep(random() * attempt * RETRY_DELAY)
        return await self._write_once(work)

    async def _write_once(self, work: Work[T]) -> T:
        async with self._write_turn() as requested_at:
            return await self._engines.writer.run_in_transaction(
                work, lambda: self._note_wait("write", requested_at)
            )

    @asynccontextmanager
    async def _write_block(self) -> AsyncGenerator[Transaction]:
        async with self._write_turn() as requested_at, self._engines.writer.transaction() as tx:
            self._note_wait("write", requested_at)
            yield tx

    async def _read(self, work: Work[T]) -> T:
        requested_at = time.perf_counter()
        return await self._engines.reader.run_in_transaction(
            work, lambda: self._note_wait("read", requested_at)
        )

    @asynccontextmanager
    async def _read_block(self) -> AsyncGenerator[Transaction]:
        requested_at = time.perf_counter()
        async with self._engines.reader.transaction() as tx:
            self._note_wait("read", requested_at)
            yield tx

    @asynccontextmanager
    async def _write_turn(self) -> AsyncGenerator[float]:
        """Keep this process's other writers out. Yield the time when the turn was requested."""
        task = asyncio.current_task()
        if self._writing is task:
            raise RuntimeError("this task already has an open write transaction")
        requested_at = time.perf_counter()
        async with self._turn:
            self._writing = task
            try:
                yield requested_at
            finally:
                self._writing = None

    async def revision(self) -> str | None:
        """Return the schema version, or None."""
        revisions: list[str | None] = []
        async with self.read() as tx:
            await tx.run(lambda connection: revisions.append(revision_of(connection)))
        return revisions[0]

    async def listen(self, on_hint: Callable[[Hint | None], None]) -> None:
        """Call back with each hint of another process, until cancelled.

        :param on_hint: gets None if hints may have been lost.
        :raises ShardsLost: as in `confirm_presence`.
        """
        if self._presence is not None:
            await self._presence.listen(on_hint)

    async def confirm_presence(self) -> None:
        """Check that no other process serves this one's shards.

        :raises ShardsLost: if one does.
        """
        if self._presence is not None:
            await self._presence.confirm()

    async def close(self) -> None:
        """Close the database after the current write transaction."""
        async with self._turn:
            await self._engines.reader.dispose()
            await self._engines.writer.dispose()

    async def _upgrade(self) -> None:
        async with self.write() as tx:
            if self._engines.lock_for_upgrade is not None:
                await tx.execute(text(self._engines.lock_for_upgrade))
            await tx.run(upgrade)


class DirectStore(Store):
    """A store whose reads and writes share one transaction, begun and ended outside."""

    def __init__(self, tx: DirectTransaction) -> None:
        self._tx = tx

    @asynccontextmanager
    async def _write_block(self) -> AsyncGenerator[Transaction]:
        yield self._tx

    async def _write(self, work: Work[T]) -> T:
        return await work(self._tx)

    _read_block, _read = _write_block, _write


class _HasStore(Protocol):
    _store: Store


def transactional(
    method: Callable[Concatenate[Owner, Transaction, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Owner, P], Coroutine[Any, Any, T]]:
    """Run a method as work in a write transaction of its object's `_store`.

    Callers leave out the transaction. As in `Store.write`, it may run several times.
    """

    @wraps(method)
    async def run(owner: Owner, /, *args: P.args, **kwargs: P.kwargs) -> T:
        store = owner._store  # pyright: ignore[reportPrivateUsage]
        return await store.write(lambda tx: method(owner, tx, *args, **kwargs))

    return run


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


def _refuse_missing(url: URL) -> None:
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        raise DatabaseError(f"There is no database {url.database}.")


async def _engines(url: URL) -> Engines:
    kind = url.get_backend_name()
    if kind == "sqlite":
        return await sqlite.open_engines(url)
    if kind in ("postgresql", "postgres"):
        # Imported here, because with SQLite alone it would only take memory.
        from storage.database.engines import postgresql

        return postgresql.open_engines(url)
    raise UnsupportedDatabase(f"Stairwell can't use {kind}; use sqlite or postgresql.")


_PERMANENT_CODES = ("28", "3D000", "42501")
"""Prefixes of a server's codes: wrong password, no such database, insufficient rights."""


def _is_permanent(cause: BaseException | None) -> bool:
    """Whether a database can't be used until someone changes it or the settings."""
    code = getattr(cause, "sqlstate", None) or ""
    return (
        isinstance(cause, ValueError)
        or sqlite.is_unusable(cause)
        or (code.startswith(_PERMANENT_CODES))
    )


def _cause(error: BaseException) -> BaseException | None:
    """Return the driver's own error, which has the better message."""
    if isinstance(error, NotStoredError) and error.__cause__ is not None:
        error = error.__cause__
    return error.orig if isinstance(error, DBAPIError) else error
