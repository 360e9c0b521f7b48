"""The schema, its migrations and the conversion of times."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import StatementError

from storage.database import schema
from storage.database.store import Store
from storage.database.upgrade import HEAD, migrations
from storage.matches import matches
from tests.storage.samples import NOON, add_match


async def test_the_migrations_create_the_tables_of_the_schema(store: Store) -> None:
    differences: list[Any] = []

    def compare(connection: Connection) -> None:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences.extend(compare_metadata(context, schema.metadata))

    async with store.read() as tx:
        await tx.run(compare)
    assert differences == []


def test_the_newest_schema_is_that_of_the_last_migration() -> None:
    assert ScriptDirectory.from_config(migrations()).get_current_head() == HEAD


async def test_a_failed_migration_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("CREATE TABLE outbox (something TEXT)")
    with pytest.raises(Exception, match="outbox already exists"):
        await Store.open(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
    assert tables == [("alembic_version",), ("outbox",)]


@pytest.mark.parametrize("hours", [-11, 0, 5.75, 14])
async def test_a_time_in_any_zone_comes_back_as_the_same_moment_in_utc(
    store: Store, hours: float
) -> None:
    zone = timezone(timedelta(hours=hours))
    moment = datetime(2026, 3, 1, 0, 30, 15, 123456, tzinfo=zone)
    async with store.write() as tx:
        await add_match(tx, created_at=moment)
    async with store.read() as tx:
        match = await matches.get(tx, 1)
    assert match is not None
    assert match.created_at == moment
    assert match.created_at.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="has no time zone"):
        async with store.write() as tx:
            await add_match(tx, created_at=NOON.replace(tzinfo=None))
