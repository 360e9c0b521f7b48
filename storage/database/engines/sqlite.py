"""SQLite: its file, its settings, and the meaning of its errors."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from filelock import FileLock, Timeout
from sqlalchemy import URL, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, PoolProxiedConnection

from storage.database.engines.connections import Engines
from storage.database.engines.threaded import ThreadedConnections
from storage.database.transaction import DatabaseError, UnsupportedDatabase

_PATIENCE = 10.0
"""Seconds to wait for another process that locks the file (an upgrade, a backup)."""

_READERS = 4
"""Concurrent readers, each with its own thread."""

_MIN_VERSION = (3, 35, 0)
"""The first version of SQLite with `RETURNING`."""

_PRAGMAS = (
    f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}",
    "PRAGMA foreign_keys = ON",
    # In WAL mode NORMAL doesn't flush commits to the disk. The file stays sound, but a power cut
    # loses the latest moves, which people have already seen. FULL costs one flush per move.
    "PRAGMA synchronous = FULL",
)

_DESCRIPTIONS = {
    sqlite3.SQLITE_NOTADB: "is not a database",
    sqlite3.SQLITE_CORRUPT: "is damaged; put a backup in its place",
    sqlite3.SQLITE_CANTOPEN: "can't be opened; does the program have the right to read and write "
    "the file and to make files beside it?",
    sqlite3.SQLITE_READONLY: "can't be written; the program needs the right to write the file and "
    "to make files beside it",
    sqlite3.SQLITE_BUSY: f"has been in use by another program for {_PATIENCE:.0f} seconds",
    sqlite3.SQLITE_FULL: "can't be written because the disk is full",
}


@contextmanager
def process_lock(url: URL) -> Generator[None]:
    """Exclude other processes from a file. The lock ends with the process.

    :raises DatabaseError: if another process uses it.
    """
    path = Path(url.database or "")
    _make_folder(path.parent)
    lock = FileLock(f"{path}.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout:
        raise DatabaseError(
            f"Another Stairwell is already using the file {path}. Stop it, or use another file."
        ) from None
    except OSError as error:
        raise DatabaseError(f"The file {path}.lock can't be written: {error.strerror}.") from error
    share_with_owner(Path(lock.lock_file), path)
    try:
        yield
    finally:
        lock.release()


def share_with_owner(path: Path, database: Path) -> None:
    """Give a file that root has made to the owner of the database, or of its folder.

    Otherwise the bot, which runs as another user, couldn't use what a command of root has left.
    """
    if os.name == "posix" and os.geteuid() == 0:
        owned = (database if database.exists() else database.parent).stat()
        os.chown(path, owned.st_uid, owned.st_gid)


async def open_engines(url: URL) -> Engines:
    """Open a file, created with its folder if missing.

    :raises DatabaseError: if the file can't be used.
    """
    if sqlite3.sqlite_version_info < _MIN_VERSION:
        oldest = ".".join(map(str, _MIN_VERSION))
        raise UnsupportedDatabase(f"SQLite {oldest} is needed; this is {sqlite3.sqlite_version}.")
    if not url.database or url.database == ":memory:":
        raise UnsupportedDatabase("The database needs a file: sqlite:///stairwell.db, for example.")
    await asyncio.to_thread(_prepare, Path(url.database))
    url = url.set(drivername="sqlite+pysqlite")
    return Engines(
        # Two writers on one connection would share a transaction, and on two connections one would
        # fail at its first write or at its commit. So there is one connection, which locks the file
        # when a transaction begins, before anything is read.
        writer=_connections(url, connections=1, begin="BEGIN IMMEDIATE"),
        # Readers have connections of their own, and in WAL mode writers don't block them.
        reader=_connections(url, "PRAGMA query_only = ON", connections=_READERS, begin="BEGIN"),
    )


def describe(error: BaseException | None) -> str | None:
    """Describe an SQLite error in words to follow the file name, or return None for others."""
    if not isinstance(error, sqlite3.Error):
        return None
    # The lowest byte is the error, the others are its details.
    return _DESCRIPTIONS.get(
        getattr(error, "sqlite_errorcode", 0) & 0xFF, f"can't be used: {error}"
    )


def is_unusable(error: BaseException | None) -> bool:
    """Whether an SQLite error means that the file is no database, or a damaged one."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


_TRANSIENT_CODES = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY}
)
"""Errors that an operator can fix while the program runs."""


def why_unavailable(error: BaseException | None, is_reading: bool) -> str | None:
    """Return why nothing can be read or written at the moment, or None for any other error."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    # Writing in a read-only transaction is a bug.
    is_bug = is_reading and code == sqlite3.SQLITE_READONLY
    return describe(error) if code in _TRANSIENT_CODES and not is_bug else None


def _connections(url: URL, *pragmas: str, connections: int, begin: str) -> ThreadedConnections:
    engine = create_engine(
        url,
        # Each thread keeps its connection.
        poolclass=NullPool,
        # Disable the driver's implicit transactions.
        connect_args={"isolation_level": None, "factory": _Connection},
    )
    event.listen(engine, "connect", _executing(*_PRAGMAS, *pragmas))

    def take_turn(dbapi_connection: PoolProxiedConnection) -> None:
        dbapi_connection.cursor().execute(begin)

    # A listener to "begin" would make SQLAlchemy look for listeners to each statement.
    engine.dialect.do_begin = take_turn
    return ThreadedConnections(
        engine, connections, writes=not pragmas, why_unavailable=why_unavailable
    )


class _Connection(sqlite3.Connection):
    """A connection that fetches all rows of a statement at once."""

    def cursor(self, *_: Any) -> sqlite3.Cursor:  # pyright: ignore[reportIncompatibleMethodOverride]
        return super().cursor(_Cursor)


class _Cursor(sqlite3.Cursor):
    """A cursor with all rows fetched, which can be read in another thread."""

    _rows: deque[Any]

    def execute(self, sql: str, parameters: Any = (), /) -> Self:
        super().execute(sql, parameters)
        self._rows = deque(super().fetchall() if self.description else ())
        return self

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        return [self._rows.popleft() for _ in range(min(size or 1, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        rows = list(self._rows)
        self._rows.clear()
        return rows

    def close(self) -> None:
        """Do nothing, because nothing is open."""


def _executing(*statements: str) -> Callable[[DBAPIConnection, ConnectionPoolEntry], None]:
    def execute(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(statement)
        cursor.close()

    return execute


def _prepare(path: Path) -> None:
    """Check that the file is readable, writable and a Stairwell database, and turn on WAL mode."""
    _make_folder(path.parent)
    with contextlib.suppress(OSError):
        # Keep members' data private on the machine. An existing file keeps its mode.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        share_with_owner(path, path.parent)
    try:
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
        with closing(connection):
            _turn_on_write_ahead_log(connection, path)
            # This fails here, with its own words, if the file is read-only.
            connection.execute("BEGIN IMMEDIATE")
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {name for (name,) in names}
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        kind = UnsupportedDatabase if is_unusable(error) else DatabaseError
        raise kind(f"The file {path} {describe(error)}.") from error
    if tables and "alembic_version" not in tables:
        raise UnsupportedDatabase(f"The file {path} is the database of another program.")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"The folder {folder} can't be created: {error.strerror}.") from error


def _turn_on_write_ahead_log(connection: sqlite3.Connection, path: Path) -> None:
    """Turn on WAL mode for the file, so that readers and the writer don't block each other."""
    # SQLite itself does not wait here while another process does the same.
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            break
    if mode != "wal":
        raise UnsupportedDatabase(f"The file {path} has to be on a local disk.")
