"""A SQLite database as one file to be kept elsewhere, and put back from there.

A backup is taken by SQLite's online backup: it is of one moment, and whoever writes meanwhile does
not wait. It is written under a temporary name and looked through before it gets its own, so that
what bears the name of a backup is whole.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL, make_url

from storage.database.errors import DatabaseError
from storage.database.upgrade import check_revision
from storage.engines import sqlite

COMPANIONS = ("-wal", "-shm")
"""What SQLite keeps beside a file that is in use."""

_UNFINISHED = ".unfinished"


def file_of(database_url: str) -> Path:
    """The file of a database.

    :raises DatabaseError: where it has none; the words say how such a database is kept safe.
    """
    url = make_url(database_url)
    if url.get_backend_name() != "sqlite":
        raise DatabaseError(
            f"The database {url.database} is on a PostgreSQL server, which has tools of its own. "
            f"Back it up with pg_dump --format=custom --file=stairwell.dump {url.database}, "
            "and put it back with pg_restore --clean --if-exists while every bot is stopped."
        )
    return Path(url.database or "")


def back_up(path: Path, target: Path) -> None:
    """Write what is in a database to another file, readable by its owner alone.

    A file of that name is replaced once the new one is whole.

    :raises DatabaseError: where that fails, or another backup of this database is being taken.
    """
    if not path.exists():
        raise DatabaseError(f"There is no database {path} to back up.")
    with _only_backup(path), _written_whole(target) as unfinished:
        _copy(path, unfinished)
        check(unfinished)


def check(path: Path) -> str:
    """See that a file is a whole database of ours, which this program knows.

    :returns: its schema.
    :raises DatabaseError: where it is not.
    """
    if not path.exists():
        raise DatabaseError(f"There is no file {path}.")
    try:
        with closing(_to_read(path)) as opened:
            (result,) = opened.execute("PRAGMA integrity_check(1)").fetchone()
            tables = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if ("alembic_version",) not in tables.fetchall():
                raise DatabaseError(f"The file {path} is no database of Stairwell.")
            (revision,) = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseError(f"The file {path} {sqlite.words_for(error)}.") from error
    if result != "ok":
        raise DatabaseError(f"The file {path} is damaged: {result}.")
    check_revision(revision)
    return revision


def restore(source: Path, path: Path, now: datetime) -> Path | None:
    """Put a backup in the place of a database that nobody is using.

    :returns: where the former database is now; None where there was none.
    :raises DatabaseError: where the backup can't be used, or the database is in use.
    """
    check(source)
    if path.exists() and source.samefile(path):
        raise DatabaseError(f"{source} is the database itself; name a backup of it.")
    is_unused = sqlite.only_process(URL.create("sqlite", database=str(path)))
    with is_unused, _written_whole(path) as unfinished:
        _copy(source, unfinished)
        check(unfinished)
        if path.exists():
            _give_alike(path, unfinished)
        return _set_aside(path, now)


@contextmanager
def _written_whole(target: Path) -> Generator[Path]:
    """The name of a file to be written, which gets the name of the target where no error leaves
    the block, and is gone where one does."""
    unfinished = target.with_name(target.name + _UNFINISHED)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.unlink(missing_ok=True)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield unfinished
        _flush(unfinished)
        os.replace(unfinished, target)
        _flush(target.parent)
    except OSError as error:
        raise DatabaseError(f"The file {target} can't be written: {error.strerror}.") from error
    finally:
        for companion in ("", "-journal", *COMPANIONS):
            with contextlib.suppress(OSError):
                unfinished.with_name(unfinished.name + companion).unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, as one file without companions."""
    try:
        with (
            closing(sqlite3.connect(source, isolation_level=None)) as whole,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            # All in one step: in several, whoever writes meanwhile would make it begin anew.
            whole.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise DatabaseError(f"The file {source} {sqlite.words_for(error)}.") from error


def _to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _set_aside(path: Path, now: datetime) -> Path | None:
    """Give a database another name, beside it, with all that its companions hold."""
    if not path.exists():
        _remove_companions(path)
        return None
    target = path.with_name(f"{path.name}.before-{now:%Y%m%d-%H%M%S}")
    if target.exists():
        raise DatabaseError(f"The file {target} is there already; move it away first.")
    # What can be read takes the latest changes in; anything else keeps them beside it.
    with contextlib.suppress(sqlite3.Error), closing(_to_read(path)) as former:
        former.execute("SELECT count(*) FROM sqlite_master")
        with closing(sqlite3.connect(path)) as writable:
            writable.execute("PRAGMA journal_mode = DELETE")
    with contextlib.suppress(FileNotFoundError):
        shutil.move(f"{path}-wal", f"{target}-wal")
    os.replace(path, target)
    _remove_companions(path)
    return target


def _give_alike(path: Path, other: Path) -> None:
    """Let those use the other file who may use this one, as far as whoever runs this may say so."""
    with contextlib.suppress(PermissionError):
        shutil.copymode(path, other)
        if hasattr(os, "chown"):
            os.chown(other, path.stat().st_uid, path.stat().st_gid)


def _remove_companions(path: Path) -> None:
    for companion in COMPANIONS:
        path.with_name(path.name + companion).unlink(missing_ok=True)


def _flush(path: Path) -> None:
    """See that a file, or the names in a folder, outlast a power cut."""
    if os.name == "nt" and path.is_dir():
        return
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def _only_backup(path: Path) -> Generator[None]:
    """Within, no other backup of this database is taken, whichever process asks for it."""
    lock = FileLock(f"{path}.backup.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise DatabaseError(f"Another backup of {path} is being taken just now.") from None
    except OSError as error:
        words = f"The file {path}.backup.lock can't be written: {error.strerror}."
        raise DatabaseError(words) from error
    try:
        yield
    finally:
        lock.release()
