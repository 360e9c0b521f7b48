"""The tables, the migrations that make them, and what goes in and out of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import StatementError

from storage.database import schema
from storage.database.store import Store
from storage.matches import challenges, matches, outbox
from tests.storage.samples import NOON, a_match


async def test_the_migrations_make_the_tables_of_the_schema(store: Store) -> None:
    differences: list[Any] = []

    def compare(connection: Connection) -> None:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences.extend(compare_metadata(context, schema.metadata))

    async with store.read() as tx:
        await tx.run(compare)
    assert differences == []


async def test_a_database_of_the_first_schema_keeps_its_matches(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    _make_first_schema(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST_ROWS)
    store = await Store.open(f"sqlite:///{path}")
    try:
        async with store.read() as tx:
            match = await matches.get(tx, 1)
            challenge = await challenges.get(tx, 1)
            waiting = await outbox.due(tx, NOON + timedelta(days=365), 9)
    finally:
        await store.close()
    assert match is not None
    assert challenge is not None
    assert (match.ply, match.pace, match.deadline) == (0, "none", None)
    assert [seat.name for seat in match.seats] == ["Ada", "Ben"]
    assert (challenge.match_id, challenge.pace) == (1, "none")
    assert [entry.key for entry in waiting] == ["b1-1"]


def _make_first_schema(path: Path) -> None:
    config = Config()
    config.set_main_option("script_location", "storage:migrations")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


FIRST_ROWS = """
PRAGMA foreign_keys = ON;
INSERT INTO challenge (id, game, options, guild_id, channel_id, challenger_id, challenger_name,
    state, version, created_at, expires_at)
  VALUES (1, 'scala', '{}', 7, 8, 11, 'Ada', 'accepted', 2, '2026-03-01 12:00:00.000000',
    '2026-03-02 12:00:00.000000');
INSERT INTO challenge_guest VALUES (1, 1, 12, 'Ben', 1);
INSERT INTO match (id, game, options, setup, guild_id, channel_id, state, version, to_move, ply,
    created_at, turn_started_at, challenge_id)
  VALUES (1, 'scala', '{}', '{}', 7, 8, 'running', 1, 1, 0, '2026-03-01 12:00:00.000000',
    '2026-03-01 12:00:00.000000', 1);
INSERT INTO seat VALUES (1, 1, 11, 'Ada', 1), (1, 2, 12, 'Ben', 1);
INSERT INTO outbox (id, key, kind, channel_id, payload, match_id, created_at, due_at, attempts)
  VALUES (1, 'b1-1', 'board', 8, '{}', 1, '2026-03-01 12:00:00.000000',
    '2026-03-01 12:00:00.000000', 0);
"""


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
async def test_a_time_of_any_zone_comes_back_as_the_same_moment_in_utc(
    store: Store, hours: float
) -> None:
    there = timezone(timedelta(hours=hours))
    moment = datetime(2026, 3, 1, 0, 30, 15, 123456, tzinfo=there)
    async with store.write() as tx:
        await a_match(tx, created_at=moment)
    async with store.read() as tx:
        match = await matches.get(tx, 1)
    assert match is not None
    assert match.created_at == moment
    assert match.created_at.tzinfo is UTC


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(StatementError, match="has no time zone"):
        async with store.write() as tx:
            await a_match(tx, created_at=NOON.replace(tzinfo=None))
