"""Migrations, of new databases and of those with schema 0024, the oldest that can be upgraded.

The folder `schema_0024` has a SQLite file and a `pg_dump` of PostgreSQL, both written by the
program of 23 November 2026 when it upgraded databases of the day before. They have the same
community after some days of play in events and matches. One of the matches was agreed on in one
channel, and has a thread and a card.
"""

from __future__ import annotations

import asyncio
import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, inspect, make_url, select, text

from club.ratings import rating_book
from storage.challenges import challenges
from storage.database import copies
from storage.database.store import Store
from storage.database.transaction import DatabaseError
from storage.database.upgrade import HEAD, migrations
from storage.matches import match_lists
from storage.matches.match import MatchPlace
from storage.schema import metadata
from tests.club.services import Services, rating_rows
from tests.databases import new_file

FORMER = Path(__file__).with_name("schema_0024")
COUNTS = {"match": 47, "seat": 94, "move": 481, "challenge": 14, "event": 3, "outbox": 25}
AGREED_IN, THREAD, CARD = 9, 5001, 5002


@pytest.fixture
def former_database_url(untouched_database_url: str) -> str:
    """The address of a database of either kind with schema 0024."""
    url = make_url(untouched_database_url)
    if url.drivername == "sqlite":
        assert url.database is not None
        packed = (FORMER / "stairwell.db.xz").read_bytes()
        Path(url.database).write_bytes(lzma.decompress(packed))
        return untouched_database_url

    async def restore() -> None:
        connection = await asyncpg.connect(untouched_database_url)
        packed = (FORMER / "postgresql.sql.xz").read_bytes()
        await connection.execute(lzma.decompress(packed).decode())
        await connection.close()

    asyncio.run(restore())
    return untouched_database_url


@pytest.fixture
def new_database_url(
    former_database_url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> str:
    """The address of a new database of the same kind."""
    if former_database_url.startswith("sqlite"):
        return new_file(tmp_path / "new.db")
    return request.getfixturevalue("postgresql_url")


async def columns(url: str) -> dict[str, dict[str, tuple[str, bool, str | None]]]:
    """Open a database. Return the type of each column, whether it can be empty, and its default."""
    store = await Store.open(url)
    tables: dict[str, dict[str, tuple[str, bool, str | None]]] = {}

    def read(connection: Connection) -> None:
        inspector = inspect(connection)
        for name in inspector.get_table_names():
            tables[name] = {
                column["name"]: (str(column["type"]), column["nullable"], column["default"])
                for column in inspector.get_columns(name)
            }

    async with store.read() as tx:
        await tx.run(read)
    await store.close()
    return tables


async def differences(store: Store) -> list[Any]:
    """Return what differs between the tables of a database and the declared ones."""
    found: list[Any] = []

    def compare(connection: Connection) -> None:
        options = {"compare_type": True, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        found.extend(compare_metadata(context, metadata))

    async with store.read() as tx:
        await tx.run(compare)
    return found


async def open_services(url: str) -> tuple[Store, Services]:
    store = await Store.open(url)
    return store, Services(store)


async def test_the_migrations_create_the_declared_tables(store: Store) -> None:
    assert await differences(store) == []


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


async def test_a_former_database_gets_the_declared_tables_and_keeps_its_rows(
    former_database_url: str,
) -> None:
    store, _ = await open_services(former_database_url)
    assert await differences(store) == []
    async with store.read() as tx:
        counts = {
            name: (
                await tx.execute(select(func.count()).select_from(metadata.tables[name]))
            ).scalar_one()
            for name in COUNTS
        }
    await store.close()
    assert counts == COUNTS


async def test_a_former_database_gets_the_columns_of_a_new_one(
    former_database_url: str, new_database_url: str
) -> None:
    assert await columns(former_database_url) == await columns(new_database_url)


async def test_a_match_of_a_former_database_is_found_where_it_was_played(
    former_database_url: str,
) -> None:
    store, services = await open_services(former_database_url)
    async with store.read() as tx:
        in_thread = await match_lists.running_in(tx, THREAD)
        in_channel = await match_lists.running_in(tx, AGREED_IN)
        open_ones = await challenges.open_in(tx, 20)
    match = await services.matches.find(in_thread[0].id)
    await store.close()
    assert [each.id for each in in_channel] == [match.id]
    assert match.stored.places == (
        MatchPlace(
            7, AGREED_IN, AGREED_IN, THREAD, match_id=match.id, card_message_id=CARD, card_ply=0
        ),
    )
    assert (match.guild_id, match.stored.pace, match.version) == (7, "3d", 3)
    (place,) = [each.place for each in open_ones]
    # Its thread may have been private.
    assert (place.guild_id, place.channel_id, place.parent_id, place.is_private) == (7, 20, 8, True)


async def test_matches_from_an_older_database_continue_and_count(
    former_database_url: str,
) -> None:
    store, services = await open_services(former_database_url)
    before = await rating_rows(store)
    counted, ended = await rating_book.recompute(store)
    assert await rating_rows(store) == before
    assert (counted, ended) > (0, 0)
    async with store.read() as tx:
        running = await match_lists.running_in(tx, THREAD)
    match = await services.matches.find(running[0].id)
    mover = match.player_to_move
    assert mover is not None
    await services.matches.play(match.id, mover.user_id, match.position.moves()[0])
    await services.matches.resign(match.id, mover.user_id)
    async with store.read() as tx:
        assert await match_lists.running_in(tx, THREAD) == ()
        assert [each.id for each in await match_lists.recent_in(tx, THREAD, 9)] == [match.id]
    await services.events.advance()
    await store.close()


async def test_an_upgraded_database_opens_again(former_database_url: str) -> None:
    for _ in range(2):
        store, _ = await open_services(former_database_url)
        assert await store.revision() == HEAD
        await store.close()


async def test_a_backup_of_a_former_database_can_be_restored(tmp_path: Path) -> None:
    path = tmp_path / "former.db"
    path.write_bytes(lzma.decompress((FORMER / "stairwell.db.xz").read_bytes()))
    assert copies.check(path) == "0024"


async def test_an_older_database_is_refused_with_an_explanation(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    store = await Store.open(f"sqlite:///{path}")
    async with store.write() as tx:
        await tx.execute(text("UPDATE alembic_version SET version_num = '0023'"))
    await store.close()
    with pytest.raises(DatabaseError, match=r"its schema is 0023, .* 23 November 2026 once"):
        await Store.open(f"sqlite:///{path}")
