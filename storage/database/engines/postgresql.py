"""PostgreSQL, for many processes that share one database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from storage.database import shards as stored_shards
from storage.database.address import driver_address
from storage.database.engines.connections import Engines
from storage.database.engines.server_connections import (
    RETRY_DELAY,
    Patience,
    ServerConnections,
    ServerPool,
)
from storage.database.shards import Hint, Shards
from storage.database.transaction import DatabaseError, ShardsLost, UnsupportedDatabase

log = logging.getLogger(__name__)


_CONNECTIONS = 6
_STATEMENTS = 500
"""Maximum number of prepared statements per connection, more than the program has."""

_UPGRADE = 0x5741_4952
"""The advisory lock for upgrading this schema."""

_SHARDS = 0x5741_4953
"""The first key of the advisory locks of shards. The second is the shard, or `_ALL_SHARDS`."""
_ALL_SHARDS = -1

_PATIENCE = 10.0
"""Seconds to wait for a restarting server, or for a process that is just ending."""

_CONNECT_TIMEOUT = 5.0
_STATEMENT_TIMEOUT = 60.0
_IDLE_TIMEOUT = "60s"
"""The time after which a process stuck in a transaction stops blocking others."""

HEARTBEAT = 2.0
"""Seconds between two checks of the locks."""

CONFIRMED_FOR = 4.0
"""Seconds after a check for which the locks count as held."""

CONFIRMED_WITHIN = 1.0
"""Seconds that a check may delay an answer, which Discord expects within three."""


def open_engines(url: URL) -> Engines:
    """Open a database on a server.

    :raises UnsupportedDatabase: if the driver is not installed or can't use the address.
    """
    dsn = driver_address(url)
    try:
        engine = create_async_engine(
            "postgresql+asyncpg://",
            # `ServerPool` replaces SQLAlchemy's pool, which sends three more queries a transaction.
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={
                "dsn": dsn,
                "prepared_statement_cache_size": _STATEMENTS,
                "timeout": _CONNECT_TIMEOUT,
                "command_timeout": _STATEMENT_TIMEOUT,
                "server_settings": {
                    "application_name": "stairwell",
                    "idle_in_transaction_session_timeout": _IDLE_TIMEOUT,
                },
            },
        )
    except ModuleNotFoundError as error:
        words = "PostgreSQL needs asyncpg. Install it with: stairwell add postgresql"
        raise UnsupportedDatabase(words) from error
    pool, patience, sender = ServerPool(engine, _CONNECTIONS), Patience(_PATIENCE), uuid4().hex
    writer = ServerConnections(pool, patience, sender, is_reading=False)

    def presence_of(shards: Shards) -> ServerPresence:
        writer.serve(shards)
        return ServerPresence(engine, sender, shards)

    return Engines(
        writer=writer,
        reader=ServerConnections(pool, patience, sender, is_reading=True),
        is_shared=True,
        is_reachable=lambda: patience.is_fresh,
        lock_for_upgrade=f"SELECT pg_advisory_xact_lock({_UPGRADE})",
        presence_of=presence_of,
    )


class ServerPresence:
    """A `Presence` by advisory locks on one connection, which is reopened when lost.

    A process that was suspended may find its shards taken. So the locks are checked at every
    heartbeat, and `confirm` checks them if the last heartbeat is too old.
    """

    def __init__(self, engine: AsyncEngine, own_name: str, shards: Shards) -> None:
        """:param own_name: the name of this process in hints."""
        self._engine = engine
        self._own_name = own_name
        self._shards = shards
        self._connection: AsyncConnection | None = None
        self._session: _Session | None = None
        self._confirmed_at = -math.inf
        self._turn = asyncio.Lock()

    async def begin(self) -> None:
        """Claim the shards.

        :raises DatabaseError: if another process serves one of them.
        """
        # To the server, a process that was just killed may still exist.
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                conflict = await self._claim()
            except (DBAPIError, OSError) as error:
                if time.monotonic() >= deadline:
                    raise DatabaseError(f"The database can't be used: {error}.") from error
                await asyncio.sleep(RETRY_DELAY)
                continue
            if conflict is None:
                return
            if time.monotonic() >= deadline:
                break
            await asyncio.sleep(RETRY_DELAY)
        raise DatabaseError(
            f"Another Stairwell is already serving {_named(conflict)}. Stop it, or give each "
            f"process its own shards: CLUSTER=1/2 and CLUSTER=2/2 for two."
        )

    async def listen(self, on_hint: Callable[[Hint | None], None]) -> None:
        """As in `Presence.listen`."""
        delay = RETRY_DELAY
        while True:
            try:
                await self._listen(on_hint)
            except ShardsLost:
                raise
            except Exception as error:
                # On any error, the chores' rounds continue without hints. An outage is logged once.
                if delay == RETRY_DELAY:
                    cause = error.orig if isinstance(error, DBAPIError) else error
                    log.warning("no hints until the database can be reached: %s", cause)
                delay = min(2 * delay, HEARTBEAT)
            else:
                delay = RETRY_DELAY
            await asyncio.sleep(delay)

    async def confirm(self) -> None:
        """As in `Presence.confirm`."""
        if time.monotonic() - self._confirmed_at < CONFIRMED_FOR:
            return
        async with self._turn:
            if time.monotonic() - self._confirmed_at < CONFIRMED_FOR:
                return
            try:
                async with asyncio.timeout(CONFIRMED_WITHIN):
                    await self._locked_connection()
            except (DBAPIError, OSError) as error:
                log.info("the locks of the shards can't be checked: %s", error)
                # Waiting callers would only get the same result.
                self._confirmed_at = time.monotonic() - CONFIRMED_FOR + CONFIRMED_WITHIN

    async def end(self) -> None:
        """Release the shards."""
        connection, self._connection = self._connection, None
        self._confirmed_at = -math.inf
        if connection is not None:
            # It holds the locks and the listener, so it can't be reused.
            await connection.invalidate()
            await connection.close()

    async def _locked_connection(self) -> AsyncConnection:
        """The connection with the locks, which are claimed again if it was lost.

        :raises ShardsLost: if another process has one of them.
        """
        if self._connection is not None:
            try:
                await (await _driver(self._connection)).execute("SELECT 1")
            except Exception as error:
                log.info("the connection that holds the shards was lost: %s", error)
                await self.end()
            else:
                self._confirmed_at = time.monotonic()
                return self._connection
        await self._reclaim()
        assert self._connection is not None
        return self._connection

    async def _reclaim(self) -> None:
        former, deadline = self._session, time.monotonic() + _PATIENCE
        while True:
            # To the server, the lost connection may still exist, with its locks.
            had_session = former is not None and await self._end_session(former)
            conflict = await self._claim()
            if conflict is None:
                return
            if not had_session or time.monotonic() >= deadline:
                raise ShardsLost(
                    f"Another process has taken over {_named(conflict)}, so this one stops."
                )
            await asyncio.sleep(RETRY_DELAY)

    async def _end_session(self, session: _Session) -> bool:
        """Have the server end a session, and return whether it existed."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(_END_SESSION, asdict(session))
            return rows.first() is not None

    async def _claim(self) -> int | None:
        """Claim the shards. On failure, return the first that another process has."""
        await self.end()
        connection = self._connection = await self._engine.connect()
        for kind, number in self._locks():
            lock = text(f"SELECT pg_try_advisory_lock{kind}({_SHARDS}, {number})")
            if not (await connection.execute(lock)).scalar_one():
                await self.end()
                return number
        self._session = _Session(*(await connection.execute(_OWN_SESSION)).one())
        self._confirmed_at = time.monotonic()
        return None

    def _locks(self) -> Iterable[tuple[str, int]]:
        """Return the kind and number of each lock. A process without shards excludes no one."""
        if not self._shards.ids:
            return ()
        # A single process excludes all others, and they exclude it.
        kind = "" if self._shards.are_all else "_shared"
        return (kind, _ALL_SHARDS), *(("", shard) for shard in sorted(self._shards.ids))

    async def _listen(self, on_hint: Callable[[Hint | None], None]) -> None:
        async with self._turn:
            connection = await self._locked_connection()
        raw, is_lost = await _driver(connection), asyncio.Event()

        def on_notification(_connection: object, _pid: int, channel: str, words: str) -> None:
            sender, hint = stored_shards.read(channel, words)
            if sender != self._own_name:
                on_hint(hint)

        def on_termination(_connection: object) -> None:
            is_lost.set()

        raw.add_termination_listener(on_termination)
        for channel in stored_shards.CHANNELS:
            await raw.add_listener(channel, on_notification)
        on_hint(None)
        while not is_lost.is_set():
            async with self._turn:
                if await self._locked_connection() is not connection:
                    return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(is_lost.wait(), HEARTBEAT)
        log.warning("the connection to the database was lost")


@dataclass(frozen=True, slots=True)
class _Session:
    """A session as identified by the server, which reuses pids."""

    pid: int
    backend_start: datetime


_OWN_SESSION = text("SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()")
_END_SESSION = text(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid = :pid AND backend_start = :backend_start"
)


async def _driver(connection: AsyncConnection) -> Any:
    return (await connection.get_raw_connection()).driver_connection


def _named(shard: int) -> str:
    return "this database" if shard == _ALL_SHARDS else f"shard {shard} on this database"
