"""Upgrades of databases with schema 0016, that of the last development version.

The folder `schema_0016` has a SQLite file and a `pg_dump` of PostgreSQL, both written by that
version, with the same community after some days of play in events and matches. One of the matches
was agreed on in one channel, and has a thread and a card.
"""

from __future__ import annotations

import asyncio
import lzma
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, func, make_url, select, text

from club.ratings import rating_book
from storage.challenges import challenges
from storage.database import copies, schema
from storage.database.store import Store
from storage.database.transaction import DatabaseError
from storage.database.upgrade import HEAD
from storage.matches import match_lists
from storage.matches.match import MatchPlace
from tests.club.services import Services, rating_rows

FORMER = Path(__file__).with_name("schema_0016")
COUNTS = {"match": 47, "seat": 94, "move": 481, "challenge": 14, "event": 3, "outbox": 25}
AGREED_IN, THREAD, CARD = 9, 5001, 5002


@pytest.fixture
def former_database_url(untouched_database_url: str) -> str:
    """The address of a database of either kind with schema 0016."""
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


async def open_services(url: str) -> tuple[Store, Services]:
    store = await Store.open(url)
    return store, Services(store)


async def test_a_former_database_gets_the_present_schema_and_keeps_its_rows(
    former_database_url: str,
) -> None:
    differences: list[Any] = []

    def compare(connection: Connection) -> None:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences.extend(compare_metadata(context, schema.metadata))

    store, _ = await open_services(former_database_url)
    async with store.read() as tx:
        await tx.run(compare)
        counts = {
            name: (
                await tx.execute(select(func.count()).select_from(schema.metadata.tables[name]))
            ).scalar_one()
            for name in (*COUNTS, "match_place")
        }
    await store.close()
    assert differences == []
    assert counts == COUNTS | {"match_place": COUNTS["match"]}


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


async def test_a_bridged_database_opens_again(former_database_url: str) -> None:
    for _ in range(2):
        store, _ = await open_services(former_database_url)
        assert await store.revision() == HEAD
        await store.close()


async def test_a_backup_of_a_former_database_can_be_restored(tmp_path: Path) -> None:
    path = tmp_path / "former.db"
    path.write_bytes(lzma.decompress((FORMER / "stairwell.db.xz").read_bytes()))
    assert copies.check(path) == "0016"


async def test_an_even_older_database_is_refused_with_an_explanation(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    store = await Store.open(f"sqlite:///{path}")
    async with store.write() as tx:
        await tx.execute(text("UPDATE alembic_version SET version_num = '0012'"))
    await store.close()
    with pytest.raises(DatabaseError, match="too old for this program: its schema is 0012"):
        await Store.open(f"sqlite:///{path}")
