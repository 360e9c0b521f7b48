"""All that is PostgreSQL's own. It is for many processes that share one database."""

from __future__ import annotations

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import create_async_engine

from storage.database.connections import Engines
from storage.database.errors import DatabaseError

_CONNECTIONS = 4
_UPGRADE = 0x5741_4952
"""Any number that everybody who upgrades this schema agrees on."""


def open_engines(url: URL) -> Engines:
    """Engines for a database on a server.

    :raises DatabaseError: where the driver is not installed.
    """
    url = url.set(drivername="postgresql+asyncpg")
    try:
        engine = create_async_engine(url, pool_size=_CONNECTIONS, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        words = 'PostgreSQL needs asyncpg: pip install "stairwell[postgresql]".'
        raise DatabaseError(words) from error
    reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return Engines(
        writer=engine,
        reader=reading,
        is_shared=True,
        lock_for_upgrade=f"SELECT pg_advisory_xact_lock({_UPGRADE})",
    )
