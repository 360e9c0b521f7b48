"""All that is PostgreSQL's own. It is for many processes that share one database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from sqlalchemy import URL, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from storage.database import hints
from storage.database.errors import DatabaseError
from storage.database.shards import Shards
from storage.engines.connections import Engines
from storage.engines.server_connections import AGAIN, Patience, ServerConnections, ServerPool

_CONNECTIONS = 6
_STATEMENTS = 500
"""How many statements each connection keeps prepared: more than the program has."""

_UPGRADE = 0x5741_4952
"""Any number that everybody who upgrades this schema agrees on."""

_SHARDS = 0x5741_4953
"""Another, for those who serve shards. The number of a shard goes with it, or `_ALONE`."""
_ALONE = -1

_PATIENCE = 10.0
"""Seconds to wait for a server that is being restarted, and for a process that is just ending."""

_LONGEST_CONNECTING = 5.0
_LONGEST_STATEMENT = 60.0
_LONGEST_REST = "60s"
"""A process that stands still in the midst of a transaction keeps the others waiting so long."""

log = logging.getLogger(__name__)


def open_engines(url: URL) -> Engines:
    """Engines for a database on a server.

    :raises DatabaseError: where the driver is not installed.
    """
    url = url.set(drivername="postgresql+asyncpg")
    try:
        engine = create_async_engine(
            url,
            # The pool is ours: SQLAlchemy's asks the server three more questions a transaction.
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={
                "prepared_statement_cache_size": _STATEMENTS,
                "timeout": _LONGEST_CONNECTING,
                "command_timeout": _LONGEST_STATEMENT,
                "server_settings": {
                    "application_name": "stairwell",
                    "idle_in_transaction_session_timeout": _LONGEST_REST,
                },
            },
        )
    except ModuleNotFoundError as error:
        words = 'PostgreSQL needs asyncpg: pip install "stairwell[postgresql]".'
        raise DatabaseError(words) from error
    pool, patience, sender = ServerPool(engine, _CONNECTIONS), Patience(_PATIENCE), uuid4().hex
    writer = ServerConnections(pool, patience, sender, is_reading=False)

    def presence_of(shards: Shards) -> ServerPresence:
        writer.serve(shards)
        return ServerPresence(engine, sender, shards)

    return Engines(
        writer=writer,
        reader=ServerConnections(pool, patience, sender, is_reading=True),
        is_shared=True,
        lock_for_upgrade=f"SELECT pg_advisory_xact_lock({_UPGRADE})",
        presence_of=presence_of,
    )


class ServerPresence:
    """As `Presence`, as long as one connection lasts, which is opened anew whenever it is lost."""

    def __init__(self, engine: AsyncEngine, own_name: str, shards: Shards) -> None:
        """:param own_name: the name under which this process tells others something."""
        self._engine = engine
        self._own_name = own_name
        self._shards = shards
        self._connection: AsyncConnection | None = None

    async def begin(self) -> None:
        """Take the shards.

        :raises DatabaseError: where another process serves one of them.
        """
        # One that was killed just now may still be there for the server.
        ends = time.monotonic() + _PATIENCE
        while True:
            try:
                taken = await self._first_taken()
            except (DBAPIError, OSError) as error:
                if time.monotonic() >= ends:
                    raise DatabaseError(f"The database can't be used: {error}.") from error
                await asyncio.sleep(AGAIN)
                continue
            if taken is None:
                return
            if time.monotonic() >= ends:
                break
            await asyncio.sleep(AGAIN)
        whose = "this database" if taken == _ALONE else f"shard {taken} on this database"
        raise DatabaseError(
            f"Another Stairwell is already serving {whose}. Stop it, or give each process shards "
            "of its own: CLUSTER=1/2 and CLUSTER=2/2 for two."
        )

    async def listen(self, hear: Callable[[int | None], None]) -> None:
        """Tell of each guild, 0 for none, for which others say that there is something to do; of
        None where anything may have been missed. Until it is cancelled."""
        while True:
            try:
                await self._listen(hear)
            except Exception as error:
                # Whatever it is, without an ear the rounds of the chores go on.
                cause = error.orig if isinstance(error, DBAPIError) else error
                log.warning("the database is not listened to: %s", cause)
            finally:
                await self.end()
            await asyncio.sleep(AGAIN)

    async def end(self) -> None:
        """Leave the shards to others."""
        connection, self._connection = self._connection, None
        if connection is not None:
            # With the locks and the ear on it, it is of no use to anybody else.
            await connection.invalidate()
            await connection.close()

    async def _first_taken(self) -> int | None:
        """Take the shards; if that fails, the first that another process has."""
        await self.end()
        connection = self._connection = await self._engine.connect()
        # A process that is alone keeps away all others, the others keep away it.
        kind = "" if self._shards.are_all else "_shared"
        wanted = [(kind, _ALONE), *(("", shard) for shard in sorted(self._shards.ids))]
        for kind, number in wanted:
            lock = text(f"SELECT pg_try_advisory_lock{kind}({_SHARDS}, {number})")
            if not (await connection.execute(lock)).scalar_one():
                await self.end()
                return number
        return None

    async def _listen(self, hear: Callable[[int | None], None]) -> None:
        if self._connection is None:
            taken = await self._first_taken()
            if taken is not None:
                log.error("another process has taken shard %s meanwhile", taken)
                return
        assert self._connection is not None
        raw: Any = (await self._connection.get_raw_connection()).driver_connection
        is_lost = asyncio.Event()

        def heard(_connection: object, _pid: int, _channel: str, words: str) -> None:
            sender, guild_id = hints.read(words)
            if sender != self._own_name:
                hear(guild_id)

        def lost(_connection: object) -> None:
            is_lost.set()

        raw.add_termination_listener(lost)
        await raw.add_listener(hints.CHANNEL, heard)
        hear(None)
        await is_lost.wait()
        log.warning("the connection to the database was lost")
