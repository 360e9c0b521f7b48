"""New databases: a file copied from one that the migrations have made, a PostgreSQL one emptied.

Migrating each one would take most of the time of a short test.
"""

from __future__ import annotations

import asyncio
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
from sqlalchemy import create_engine, make_url

from storage.database.schema import metadata
from storage.database.store import Store
from storage.database.upgrade import upgrade

SERVER = os.environ.get("STAIRWELL_TEST_SERVER", "postgresql://postgres@127.0.0.1/postgres")
"""Where databases for tests may be made, on a server that is for nothing else."""


def new_file(path: Path) -> str:
    """The address of a file with the present schema and nothing in it, which this makes."""
    path.write_bytes(_migrated())
    return f"sqlite:///{path}"


async def new_store(folder: Path) -> Store:
    """A new store, open, in a file of this folder."""
    return await Store.open(new_file(folder / "stairwell.db"))


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stairwell.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        with engine.begin() as connection:
            upgrade(connection)
        engine.dispose()
        return path.read_bytes()


class PostgresqlDatabase:
    """A database on a server, of this process alone.

    :raises OSError: where no server answers, or it lets nobody in.
    """

    def __init__(self, purpose: str) -> None:
        self._name = f"stairwell_test_{os.getpid()}_{purpose}"
        url = make_url(SERVER).set(database=self._name)
        self.url = url.render_as_string(hide_password=False)
        _execute(SERVER, f'DROP DATABASE IF EXISTS "{self._name}"')
        _execute(SERVER, f'CREATE DATABASE "{self._name}"')

    def empty(self) -> None:
        """Make it as if its tables were new: no rows, no numbers used, nobody connected.

        To drop it and make another would take the server half a second.
        """
        others = "FROM pg_stat_activity WHERE datname = current_database()"
        # In one statement, because rows refer to each other in circles.
        emptied = ", ".join(f'_{name} AS (DELETE FROM "{name}")' for name in metadata.tables)
        _execute(
            self.url,
            f"SELECT pg_terminate_backend(pid) {others} AND pid <> pg_backend_pid()",
            f"WITH {emptied} SELECT setval(seqrelid, 1, false) FROM pg_sequence",
        )

    def drop(self) -> None:
        """Remove it, even if someone is still connected."""
        _execute(SERVER, f'DROP DATABASE "{self._name}" WITH (FORCE)')


def _execute(url: str, *statements: str) -> None:
    async def execute() -> None:
        try:
            connection = await asyncpg.connect(url)
        except asyncpg.PostgresError as error:
            raise OSError(error) from error
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(execute())
