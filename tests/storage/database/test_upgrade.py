"""Migrations of new databases."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url, text

from making.released import changed
from storage.database.store import Store
from storage.database.transaction import UnsupportedDatabase
from storage.database.upgrade import COMMIT_BEFORE, HEAD, LAST_BEFORE, migrations
from storage.matches import teams
from storage.matches.teams import Vote, Wish
from storage.schema import metadata
from tests.databases import execute
from tests.storage.samples import NOON, add_match


async def differences(store: Store) -> list[Any]:
    """Return what differs between the tables of a database and the declared ones."""
    found: list[Any] = []

    def is_declared(_: Any, _name: Any, kind: str, is_reflected: bool, declared: Any) -> bool:
        # The migrations also create the tables of extensions that aren't installed.
        return kind != "table" or not is_reflected or declared is not None

    def compare(connection: Connection) -> None:
        # A column that was added later keeps the default that filled it, which the declared lacks.
        options: dict[str, Any] = {"compare_type": True}
        options["include_object"] = is_declared
        context = MigrationContext.configure(connection, opts=options)
        found.extend(compare_metadata(context, metadata))

    async with store.read() as tx:
        await tx.run(compare)
    return found


async def test_a_new_database_has_the_declared_tables(store: Store) -> None:
    assert await differences(store) == []
    assert await store.revision() == HEAD


@pytest.fixture
def last_before(untouched_database_url: str) -> str:
    """The address of a database as the last version before left it."""
    url = make_url(untouched_database_url)
    kind = url.get_backend_name()
    file = Path(__file__).parent / f"schema_{LAST_BEFORE}.{kind}.sql.xz"
    dump = lzma.decompress(file.read_bytes()).decode()
    schema = "main" if kind == "sqlite" else "public"
    dump += f"INSERT INTO {schema}.live_leaderboard VALUES (7, 8, NULL, 9, 'shown', '2026-11-28');"
    if kind == "sqlite":
        with closing(sqlite3.connect(url.database or "")) as connection:
            connection.executescript(dump)
    else:
        execute(untouched_database_url, dump)
    return untouched_database_url


async def test_a_database_of_the_last_version_before_is_taken_over(last_before: str) -> None:
    store = await Store.open(last_before)
    assert await store.revision() == HEAD
    assert await differences(store) == []
    async with store.read() as tx:
        rows = await tx.execute(text("SELECT kind, lane, channel_id FROM outbox"))
        assert rows.all() == [("leaderboard", "leaderboard 7", 8)]
    await store.close()


@pytest.mark.parametrize(
    ("revision", "commits"),
    [("0001", 2), (HEAD, 2), ("0018", 2), ("0023", 2), ("0024", 1), ("0038", 1)],
)
async def test_an_older_database_is_told_which_commits_to_go_through(
    tmp_path: Path, revision: str, commits: int
) -> None:
    path = tmp_path / "stairwell.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
    with pytest.raises(UnsupportedDatabase, match=f"schema {revision} .* {COMMIT_BEFORE}") as error:
        await Store.open(f"sqlite:///{path}")
    assert str(error.value).count("commit ") == commits


def test_released_migrations_stay_as_they_were_released() -> None:
    assert changed() == []


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


async def test_votes_with_nothing_in_them_are_deleted(store: Store) -> None:
    migration = import_module("storage.database.migrations.versions.empty_votes_0002")

    def migrate(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            migration.upgrade()

    async with store.write() as tx:
        match = await add_match(tx)
        cast: tuple[tuple[list[str], Wish | None], ...] = (
            ([], None),
            (["e1"], None),
            ([], "draw"),
        )
        votes = [
            Vote(match.id, 0, voter, "Ada", moves, wish, "why", voter, NOON)
            for voter, (moves, wish) in enumerate(cast, 1)
        ]
        for vote in votes:
            await teams.put(tx, vote)
        await tx.run(migrate)
        assert await teams.votes_since(tx, match.id, 0) == tuple(votes[1:])
