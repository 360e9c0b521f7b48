"""Moving a database from one kind to the other, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select, text

from bot.command_line import main
from storage.challenges.challenges import CHALLENGES
from storage.database.copies import move
from storage.database.store import Store
from storage.database.transaction import DatabaseError, Transaction
from storage.matches import matches
from storage.schema import metadata
from tests.club.services import ADA, BEN, CHANNEL, Services
from tests.databases import PostgresqlDatabase, new_file
from tests.storage.samples import add_match


@pytest.fixture
def server_url(postgresql: PostgresqlDatabase) -> str:
    postgresql.empty()
    return postgresql.url


async def club_in(url: str) -> None:
    """Fill a database with the varied data of a club."""
    async with Store.opened(url) as store:
        services = Services(store)
        await services.uptime.set_online()
        for _ in range(3):
            await services.win_match()
        match_id = await services.start_match(ADA, BEN, game="passtally")
        await services.play_turns(match_id, 2)
        over = await services.win_match(BEN, ADA, game="scala")
        await services.rematches.ask(await services.matches.find(over), ADA, CHANNEL)
        await services.vacations.take(ADA.user_id, 3)
        await services.blocks.block(ADA.user_id, 99, "Zoë “Ж”")


async def read_tables(url: str) -> dict[str, list[tuple[Any, ...]]]:
    contents: dict[str, list[tuple[Any, ...]]] = {}
    async with Store.opened(url) as store, store.read() as tx:
        for table in metadata.sorted_tables:
            rows = await tx.execute(select(table).order_by(*table.primary_key.columns))
            contents[table.name] = [tuple(row) for row in rows]
    return contents


async def move_rows(source: str, target: str) -> dict[str, int]:
    async def skip_check(_tx: Transaction) -> None:
        pass

    async with Store.opened(source) as origin, Store.opened(target) as here:
        return await move(origin, here, metadata, skip_check, lambda done, whole: None)


async def test_a_database_is_the_same_after_moving_there_and_back_and_grows_on(
    server_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.copies._BATCH_SIZE", 3)
    first, last = f"sqlite:///{tmp_path / 'first.db'}", f"sqlite:///{tmp_path / 'last.db'}"
    await club_in(first)
    before = await read_tables(first)
    assert {name for name, rows in before.items() if rows} >= {
        "match", "seat", "move", "challenge", "rating", "outbox", "vacation", "block", "fact",
    }  # fmt: skip
    rematch_of = list(CHALLENGES.c.keys()).index("rematch_of")
    assert any(row[rematch_of] for row in before["challenge"])
    counts = await move_rows(first, server_url)
    assert counts == {name: len(rows) for name, rows in before.items()}
    assert await read_tables(server_url) == before
    await move_rows(server_url, last)
    assert await read_tables(last) == before
    for url in (server_url, last):
        async with Store.opened(url) as store, store.write() as tx:
            assert (await add_match(tx)).id == counts["match"] + 1


async def test_a_non_empty_target_is_refused_and_left_unchanged(
    server_url: str, tmp_path: Path
) -> None:
    first = new_file(tmp_path / "first.db")
    for url in (first, server_url):
        async with Store.opened(url) as store, store.write() as tx:
            await add_match(tx)
    before = await read_tables(server_url)
    with pytest.raises(DatabaseError, match="isn't empty"):
        await move_rows(first, server_url)
    assert await read_tables(server_url) == before


def test_the_command_copies_and_replays_every_match(server_url: str, tmp_path: Path) -> None:
    first = f"sqlite:///{tmp_path / 'first.db'}"
    asyncio.run(club_in(first))
    result = CliRunner().invoke(main, ["move-database", first, server_url])
    assert result.exit_code == 0, result.output
    assert "All 5 matches were replayed" in result.output


def test_the_command_copies_nothing_if_a_match_contradicts_its_record(
    server_url: str, tmp_path: Path
) -> None:
    first = new_file(tmp_path / "first.db")

    async def move_corrupted() -> None:
        await club_in(first)
        async with Store.opened(first) as store, store.write() as tx:
            match = await matches.current(tx, 4)
            await tx.execute(text(f"UPDATE match SET ply = {match.ply + 1} WHERE id = 4"))

    asyncio.run(move_corrupted())
    result = CliRunner().invoke(main, ["move-database", first, server_url])
    assert result.exit_code == 1
    assert "Match 4 contradicts its record" in result.output
    assert not any(asyncio.run(read_tables(server_url)).values())
