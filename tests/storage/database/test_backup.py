"""Backing up a database in use, and restoring it."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.database.copies import back_up, check, file_of, restore
from storage.database.store import Store
from storage.database.transaction import DatabaseError
from tests.databases import new_file
from tests.storage.samples import add_match

NOW = datetime(2026, 11, 22, 5, 0, tzinfo=UTC)


def matches_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as opened:
        return opened.execute("SELECT count(*) FROM match").fetchone()[0]


def files_in(folder: Path) -> list[str]:
    """The names of all files, except locks and companions of SQLite files.

    Companions exist while a file is in use, or after a read-only user has closed it.
    """
    companions = (".lock", "-wal", "-shm")
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(companions))


def list_of(folder: Path, pattern: str) -> list[Path]:
    return list(folder.glob(pattern))


async def store_match(store: Store) -> None:
    async with store.write() as tx:
        await add_match(tx)


async def test_a_backup_is_a_consistent_snapshot_during_writes(tmp_path: Path) -> None:
    path, target = tmp_path / "stairwell.db", tmp_path / "copy.db"
    store = await Store.open(new_file(path))
    try:
        await store_match(store)

        async def write_on() -> None:
            for _ in range(20):
                await store_match(store)

        await asyncio.gather(write_on(), asyncio.to_thread(back_up, path, target))
        check(target)
        count = matches_in(target)
        assert 1 <= count <= 21
        await asyncio.to_thread(back_up, path, target)
        assert matches_in(target) == 21
    finally:
        await store.close()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert files_in(tmp_path) == ["copy.db", "stairwell.db"]


async def test_simultaneous_backups_do_not_disturb_each_other(tmp_path: Path) -> None:
    path, target = tmp_path / "stairwell.db", tmp_path / "copy.db"
    new_file(path)
    await asyncio.gather(*(asyncio.to_thread(back_up, path, target) for _ in range(4)))
    check(target)
    assert files_in(tmp_path) == ["copy.db", "stairwell.db"]


def test_a_failed_backup_keeps_the_previous_one_and_no_partial_file(tmp_path: Path) -> None:
    path, target = tmp_path / "stairwell.db", tmp_path / "copy.db"
    path.write_text("Dear Ada, " * 1000)
    target.write_text("the former")
    with pytest.raises(DatabaseError, match="is not a database"):
        back_up(path, target)
    assert target.read_text() == "the former"
    assert files_in(tmp_path) == ["copy.db", "stairwell.db"]
    with pytest.raises(DatabaseError, match="There is no database"):
        back_up(tmp_path / "other.db", target)


async def test_restoring_a_backup_keeps_the_replaced_database(tmp_path: Path) -> None:
    path, copy = tmp_path / "stairwell.db", tmp_path / "copy.db"
    store = await Store.open(new_file(path))
    await store_match(store)
    back_up(path, copy)
    await store_match(store)
    # A killed process leaves companions with the latest changes behind.
    companions = {
        name: (tmp_path / name).read_bytes() for name in ("stairwell.db-wal", "stairwell.db-shm")
    }
    await store.close()
    for name, held in companions.items():
        (tmp_path / name).write_bytes(held)
    path.chmod(0o640)
    former = restore(copy, path, NOW)
    assert former is not None
    assert matches_in(path) == 1
    assert former.name == "stairwell.db.before-20261122-050000"
    assert matches_in(former) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert files_in(tmp_path) == ["copy.db", "stairwell.db", former.name]
    assert not list_of(tmp_path, "stairwell.db-*")
    async with Store.opened(f"sqlite:///{path}") as reopened:
        await store_match(reopened)


def test_a_damaged_database_is_kept_with_its_companion(tmp_path: Path) -> None:
    path, copy = tmp_path / "stairwell.db", tmp_path / "copy.db"
    new_file(copy)
    path.write_text("torn " * 1000)
    (tmp_path / "stairwell.db-wal").write_text("the latest moves")
    former = restore(copy, path, NOW)
    assert former is not None
    assert former.read_text().startswith("torn")
    assert (tmp_path / f"{former.name}-wal").read_text() == "the latest moves"
    check(path)


def test_a_backup_is_restored_without_an_existing_database(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    new_file(copy)
    assert restore(copy, tmp_path / "new" / "stairwell.db", NOW) is None
    check(tmp_path / "new" / "stairwell.db")


async def test_a_database_in_use_is_not_replaced(tmp_path: Path) -> None:
    path, copy = tmp_path / "stairwell.db", tmp_path / "copy.db"
    new_file(copy)
    async with Store.opened(new_file(path)) as store:
        await store_match(store)
        with pytest.raises(DatabaseError, match="Another Stairwell is already using"):
            restore(copy, path, NOW)
    assert matches_in(path) == 1
    assert files_in(tmp_path) == ["copy.db", "stairwell.db"]


def test_a_newer_or_invalid_backup_is_refused(tmp_path: Path) -> None:
    path, copy = tmp_path / "stairwell.db", tmp_path / "copy.db"
    new_file(path)
    new_file(copy)
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseError, match="newer than this program: its schema is 9999"):
        restore(copy, path, NOW)
    with closing(sqlite3.connect(tmp_path / "other.db")) as opened, opened:
        opened.execute("CREATE TABLE cheese (name)")
    with pytest.raises(DatabaseError, match="isn't a Stairwell database"):
        restore(tmp_path / "other.db", path, NOW)
    with pytest.raises(DatabaseError, match="the database itself"):
        restore(path, path, NOW)
    assert files_in(tmp_path) == ["copy.db", "other.db", "stairwell.db"]


def test_postgresql_is_backed_up_by_its_own_tools() -> None:
    with pytest.raises(DatabaseError, match="pg_dump") as error:
        file_of("postgresql://stairwell:secret@db.example/stairwell")
    assert "secret" not in error.value.words
