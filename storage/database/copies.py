"""Copies of a database: backups of a SQLite file, and moving everything to another database.

A backup is written by SQLite's `VACUUM INTO`, which takes a snapshot without blocking writers, and
leaves out what was deleted. It is written in a temporary folder and moved once checked, so every
file with a backup's name is complete.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import (
    URL,
    Column,
    MetaData,
    RowMapping,
    Table,
    func,
    select,
    text,
    tuple_,
    update,
)

from storage.database.address import read_address
from storage.database.engines import sqlite
from storage.database.store import Store
from storage.database.transaction import DatabaseError, Transaction
from storage.database.upgrade import check_revision

COMPANIONS = ("-wal", "-shm")
"""SQLite's companions of a file in use."""

Check = Callable[[Transaction], Awaitable[object]]


def file_of(database_url: str) -> Path:
    """Return the file of a database.

    :raises DatabaseError: if it has none, with the way to back up such a database.
    """
    url = read_address(database_url)
    if url.get_backend_name() != "sqlite":
        raise DatabaseError(
            f"The database {url.database} is on a PostgreSQL server, which has tools of its own. "
            f"Back it up with pg_dump --format=custom --file=stairwell.dump {url.database}. "
            "docs/upgrading.md describes how to put it back."
        )
    return Path(url.database or "")


def back_up(path: Path, target: Path) -> None:
    """Write a database to another file, readable only by its owner.

    An existing file is replaced once the new one is complete.

    :raises DatabaseError: if that fails.
    """
    if not path.exists():
        raise DatabaseError(f"There is no database {path} to back up.")
    with _replaced_atomically(target) as unfinished:
        _copy(path, unfinished)
        check(unfinished)
        sqlite.share_with_owner(unfinished, path)


def check(path: Path) -> str:
    """Check that a file is a complete Stairwell database with a known schema.

    :returns: its schema.
    :raises DatabaseError: if it is not.
    """
    if not path.exists():
        raise DatabaseError(f"There is no file {path}.")
    try:
        with closing(_open_read_only(path)) as connection:
            (result,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if ("alembic_version",) not in tables.fetchall():
                raise DatabaseError(f"The file {path} isn't a Stairwell database.")
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(f"The file {path} {sqlite.describe(error)}.") from error
    if result != "ok":
        raise DatabaseError(f"The file {path} is damaged: {result}.")
    check_revision(revision)
    return revision


def restore(source: Path, path: Path, now: datetime) -> Path | None:
    """Put a backup in the place of an unused database.

    :returns: the new name of the former database, or None if there was none.
    :raises DatabaseError: if the backup can't be used, or the database is in use.
    """
    check(source)
    if path.exists() and source.samefile(path):
        raise DatabaseError(f"{source} is the database itself; name a backup of it.")
    is_unused = sqlite.process_lock(URL.create("sqlite", database=str(path)))
    with is_unused, _replaced_atomically(path) as unfinished:
        _copy(source, unfinished)
        check(unfinished)
        if path.exists():
            shutil.copymode(path, unfinished)
        sqlite.share_with_owner(unfinished, path)
        return _set_aside(path, now)


async def move(
    source: Store,
    target: Store,
    metadata: MetaData,
    check: Check,
    report_progress: Callable[[int, int], None],
) -> dict[str, int]:
    """Copy everything, or nothing, in one transaction.

    :param metadata: all tables.
    :param check: checks the target before the commit. Its exception undoes everything.
    :param report_progress: called from time to time with the number of copied rows and of all rows.
    :returns: the number of rows by table.
    :raises DatabaseError: if the target is not empty, or lacks rows of the source.
    """
    async with source.read() as origin, target.write() as copy:
        await _check_is_empty(copy, metadata)
        source_counts = await _counts(origin, metadata)
        copied_count = 0
        for table in metadata.sorted_tables:
            async for rows in _rows_of(origin, table):
                await copy.execute(table.insert(), [_without_deferred(table, row) for row in rows])
                copied_count += len(rows)
                report_progress(copied_count, sum(source_counts.values()))
        for table in metadata.sorted_tables:
            await _fill_deferred(origin, copy, table)
            await _advance_sequence(copy, table)
        target_counts = await _counts(copy, metadata)
        if target_counts != source_counts:
            raise DatabaseError(
                f"Not everything was copied: {target_counts} instead of {source_counts}."
            )
        await check(copy)
    return target_counts


@contextmanager
def _replaced_atomically(target: Path) -> Generator[Path]:
    """Yield an empty file that becomes the target on success and is deleted on error."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=f"{target.name}.", dir=target.parent) as folder:
            unfinished = Path(folder, target.name)
            unfinished.touch(0o600)
            yield unfinished
            _flush(unfinished)
            os.replace(unfinished, target)
        _flush(target.parent)
    except OSError as error:
        raise DatabaseError(f"The file {target} can't be written: {error.strerror}.") from error


def _copy(source: Path, target: Path) -> None:
    """Copy a snapshot of a database to an empty file, without companions."""
    try:
        with closing(sqlite3.connect(source, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as error:
        raise DatabaseError(f"The file {source} {sqlite.describe(error)}.") from error


def _open_read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _set_aside(path: Path, now: datetime) -> Path | None:
    """Rename a database, with everything in its companions."""
    if not path.exists():
        _remove_companions(path)
        return None
    target = path.with_name(f"{path.name}.before-{now:%Y%m%d-%H%M%S}")
    if target.exists():
        raise DatabaseError(f"The file {target} already exists. Move it away first.")
    # A readable database merges its latest changes. Any other keeps them beside it.
    with contextlib.suppress(sqlite3.Error), closing(_open_read_only(path)) as former:
        former.execute("SELECT count(*) FROM sqlite_master")
        with closing(sqlite3.connect(path)) as writable:
            writable.execute("PRAGMA journal_mode = DELETE")
    with contextlib.suppress(FileNotFoundError):
        shutil.move(f"{path}-wal", f"{target}-wal")
    os.replace(path, target)
    _remove_companions(path)
    return target


def _remove_companions(path: Path) -> None:
    for companion in COMPANIONS:
        path.with_name(path.name + companion).unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """Flush a file, or the names in a folder, to the disk."""
    if os.name == "nt" and path.is_dir():
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


async def _check_is_empty(tx: Transaction, metadata: MetaData) -> None:
    filled = [name for name, count in (await _counts(tx, metadata)).items() if count]
    if filled:
        raise DatabaseError(
            f"The target isn't empty: it has rows in {', '.join(filled)}. Nothing was copied; name "
            "a new database."
        )


async def _counts(tx: Transaction, metadata: MetaData) -> dict[str, int]:
    counts: dict[str, int] = {}
    for table in metadata.sorted_tables:
        rows = await tx.execute(select(func.count()).select_from(table))
        counts[table.name] = int(rows.scalar_one())
    return counts


_BATCH_SIZE = 500
"""Rows read and written at once."""


async def _rows_of(tx: Transaction, table: Table) -> AsyncGenerator[Sequence[RowMapping], None]:
    """Yield all rows of a table in batches, by key."""
    key = tuple_(*table.primary_key.columns)
    query = select(table).order_by(*table.primary_key.columns).limit(_BATCH_SIZE)
    last: tuple[Any, ...] | None = None
    while True:
        after = query if last is None else query.where(key > last)
        rows = (await tx.execute(after)).mappings().all()
        if not rows:
            return
        yield rows
        last = tuple(rows[-1][column.name] for column in table.primary_key.columns)


def _deferred_columns(table: Table) -> tuple[Column[Any], ...]:
    """Return the columns that refer to a table filled after this one."""
    return tuple(
        column for column in table.columns if any(each.use_alter for each in column.foreign_keys)
    )


def _without_deferred(table: Table, row: RowMapping) -> dict[str, Any]:
    return {**row, **{column.name: None for column in _deferred_columns(table)}}


async def _fill_deferred(source: Transaction, target: Transaction, table: Table) -> None:
    """Fill the omitted references, now that their targets exist."""
    for column in _deferred_columns(table):
        query = select(table.c.id, column).where(column.is_not(None))
        for row_id, value in (await source.execute(query)).all():
            await target.execute(
                update(table).where(table.c.id == row_id).values({column.name: value})
            )


async def _advance_sequence(tx: Transaction, table: Table) -> None:
    """Make the ids of new rows continue after the copied ones."""
    column = table.autoincrement_column
    if tx.database != "postgresql" or column is None:
        return
    sequence = (
        await tx.execute(
            text("SELECT pg_get_serial_sequence(:of_table, :of_column)"),
            {"of_table": f'"{table.name}"', "of_column": column.name},
        )
    ).scalar_one_or_none()
    last = (await tx.execute(select(func.max(column)))).scalar_one()
    if sequence is not None and last is not None:
        await tx.execute(select(func.setval(sequence, last)))
