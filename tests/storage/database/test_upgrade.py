"""Migrations of new databases."""

from __future__ import annotations

import lzma
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url, text

from club.outbox import queue
from club.outbox.kinds import CardPost
from making.released import changed
from storage import outbox
from storage.database.store import Store
from storage.database.transaction import UnsupportedDatabase
from storage.database.upgrade import COMMIT_BEFORE, HEAD, LAST_BEFORE, migrations
from storage.matches.cards import ShownBoard, shown_on, untidy
from storage.schema import metadata
from storage.servers import settings
from tests.databases import execute


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


LATER = datetime(2026, 11, 29, tzinfo=UTC)
_AT = "'2026-11-28 12:00:00.000000'"
_CARDS_BEFORE = f"""
INSERT INTO %s."match" (id, game, options, setup, guild_id, state, version, to_move, ply,
    created_at, turn_started_at, pace, rated, awaits_computer, guided, from_pool)
VALUES (1, 'skirt', '{{}}', '{{}}', 7, 'running', 3, 1, 2, {_AT}, {_AT}, 'none', true, false, false,
    false);
INSERT INTO %s.match_place (match_id, number, kind, guild_id, channel_id, card_message_id, card_ply,
    is_running, is_private)
VALUES (1, 1, 'server', 7, 8, 90, 2, true, false), (1, 2, 'server', 17, 18, 91, 1, true, false);
INSERT INTO %s.outbox (key, kind, guild_id, channel_id, match_id, created_at, due_at, attempts,
    sent_at, payload)
VALUES ('b1.2-3', 'board', 17, 18, 1, {_AT}, {_AT}, 2, NULL,
        '{{"place": 2, "ply": 2, "version": 3, "pings": [5], "in_place": false, "why": "turn"}}'),
    ('e1', 'refresh', 7, 8, 1, {_AT}, {_AT}, 0, NULL, '{{"place": 1}}'),
    ('s80', 'strip', 7, 8, 1, {_AT}, {_AT}, 0, {_AT}, '{{"place":1,"message_id":80,"ply":0}}'),
    ('s81', 'strip', 7, 8, 1, {_AT}, {_AT}, 1, NULL, '{{"place":1,"message_id":81,"ply":1}}'),
    ('y82', 'remove stray', 7, 8, 1, {_AT}, {_AT}, 0, NULL, '{{"message_id": 82}}'),
    ('x83', 'remove', 7, 8, 1, {_AT}, {_AT}, 0, NULL, '{{"message_id": 83}}');
INSERT INTO %s.guild_settings (guild_id, channels, threads, board_width, pace, puzzle_channel_id,
    puzzle_hour, puzzle_games, puzzle_day, pages, plays_out)
VALUES (7, '[]', true, 900, '3d', 8, 18, '[]', '2026-11-28', 'off', false);
"""
"""A match whose first place shows its turn, and whose second one waits for that. A daily puzzle."""


@pytest.fixture
def last_before(untouched_database_url: str) -> str:
    """The address of a database as the last version before left it."""
    url = make_url(untouched_database_url)
    kind = url.get_backend_name()
    file = Path(__file__).parent / f"schema_{LAST_BEFORE}.{kind}.sql.xz"
    dump = lzma.decompress(file.read_bytes()).decode()
    schema = "main" if kind == "sqlite" else "public"
    dump += _CARDS_BEFORE.replace("%s", schema)
    dump += f"INSERT INTO {schema}.live_leaderboard VALUES (7, 8, NULL, 9, 'shown', '2026-11-28');"
    if kind == "sqlite":
        with closing(sqlite3.connect(url.database or "")) as connection:
            connection.executescript(dump)
    else:
        execute(untouched_database_url, dump)
    return untouched_database_url


async def test_the_tables_of_an_extension_that_comes_later_are_added(last_before: str) -> None:
    async with Store.opened(last_before) as store, store.write() as tx:
        await tx.run(lambda connection: metadata.tables["vacation"].drop(connection))
    async with Store.opened(last_before) as store:
        assert await differences(store) == []


async def test_a_database_of_the_last_version_before_is_taken_over(last_before: str) -> None:
    store = await Store.open(last_before)
    assert await store.revision() == HEAD
    assert await differences(store) == []
    async with store.read() as tx:
        rows = await tx.execute(
            text("SELECT lane, channel_id FROM outbox WHERE kind = 'leaderboard'")
        )
        assert rows.all() == [("leaderboard 7", 8)]
    await store.close()


async def test_the_next_daily_puzzle_is_due_a_day_after_the_last_one(last_before: str) -> None:
    async with Store.opened(last_before) as store, store.read() as tx:
        assert (await settings.get(tx, 7)).puzzle_at == datetime(2026, 11, 29, 18, tzinfo=UTC)


async def test_posts_about_changes_of_cards_become_posts_of_places_that_need_one(
    last_before: str,
) -> None:
    store = await Store.open(last_before)
    async with store.read() as tx:
        turns = await tx.execute(text("SELECT card_turn FROM match_place ORDER BY number"))
        assert [*turns.scalars()] == ["2 2026-11-28 12:00:00+00:00", None]
        former = [(each.message_id, each.ply, each.is_extra) for each in await untidy(tx, 1, 1)]
        assert former == [(81, 1, False), (82, 0, True)]
        assert await shown_on(tx, 8, 80) == ShownBoard(1, 0)
        waiting = [
            [queue.decoded(each) for each in await outbox.waiting_in(tx, lane, "card", LATER)]
            for lane in ("match 1 place 1", "match 1 place 2")
        ]
        here = CardPost(guild_id=7, channel_id=8, match_id=1)
        there = replace(here, guild_id=17, channel_id=18, place=2)
        assert waiting == [[here] * 3, [replace(there, version=3, pings=(5,), why="turn")]]
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
