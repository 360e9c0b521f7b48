"""New databases for tests: copies of a migrated file, or an emptied server one.

Migrating each database would take most of the time of a short test.
"""

from __future__ import annotations

import asyncio
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
from sqlalchemy import Engine, create_engine, make_url

from storage.database.store import Store
from storage.database.upgrade import upgrade
from storage.schema import metadata

SERVER = os.environ.get("STAIRWELL_TEST_SERVER", "postgresql://postgres@127.0.0.1/postgres")
"""A server for test databases, used for nothing else."""


def new_file(path: Path) -> str:
    """Create an empty database file with the current schema, and return its address."""
    path.write_bytes(_migrated())
    return f"sqlite:///{path}"


async def new_store(folder: Path) -> Store:
    """Open a store on a new database file in a folder."""
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


class _CompiledStatements(dict[Any, Any]):
    """A cache of compiled statements for all engines, by kind of database instead of dialect."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_of_kind(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_of_kind(key), compiled)


def _of_kind(key: Any) -> Any:
    dialect, *statement = key
    return dialect.name, *statement


def share_compiled_statements() -> None:
    """Compile each statement once per process, instead of once per engine."""
    compiled = _CompiledStatements()
    create = Engine.__init__

    def create_sharing(self: Engine, *args: Any, **options: Any) -> None:
        create(self, *args, **options)
        self.update_execution_options(compiled_cache=compiled)

    Engine.__init__ = create_sharing


class PostgresqlDatabase:
    """A database on the server, used by this process only.

    :raises OSError: if no server answers, or it refuses the login.
    """

    def __init__(self, purpose: str) -> None:
        self._name = f"stairwell_test_{os.getpid()}_{purpose}"
        url = make_url(SERVER).set(database=self._name)
        self.url = url.render_as_string(hide_password=False)
        execute(SERVER, f'DROP DATABASE IF EXISTS "{self._name}"')
        execute(
            SERVER,
            f'CREATE DATABASE "{self._name}"',
            # Tests never stop the server, so commits needn't wait for its disk.
            f'ALTER DATABASE "{self._name}" SET synchronous_commit = off',
        )

    def empty(self) -> None:
        """Delete all rows, reset all sequences and end all other connections.

        Dropping the database and creating another would take half a second.
        """
        others = "FROM pg_stat_activity WHERE datname = current_database()"
        # A single statement, because the tables reference each other in cycles.
        emptied = ", ".join(f'_{name} AS (DELETE FROM "{name}")' for name in metadata.tables)
        execute(
            self.url,
            f"SELECT pg_terminate_backend(pid) {others} AND pid <> pg_backend_pid()",
            f"WITH {emptied} SELECT setval(seqrelid, 1, false) FROM pg_sequence",
        )

    def drop(self) -> None:
        """Drop the database, even if someone is still connected."""
        execute(SERVER, f'DROP DATABASE "{self._name}" WITH (FORCE)')


def execute(url: str, *statements: str) -> None:
    """Execute statements on a PostgreSQL server."""

    async def run() -> None:
        try:
            connection = await asyncpg.connect(url)
        except asyncpg.PostgresError as error:
            raise OSError(error) from error
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())
