"""Database addresses, and errors of databases that can't be opened."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from storage.database import key_values
from storage.database.address import driver_address, public_address, read_address
from storage.database.store import Store
from storage.database.transaction import DatabaseError, UnsupportedDatabase

NOBODY = 65534


async def refusal(url: str) -> str:
    with pytest.raises(DatabaseError) as error:
        await Store.open(url)
    return error.value.words


@pytest.fixture
def world_readable_folder() -> Iterator[str]:
    """A folder that other users can read, unlike those of `tmp_path`."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield folder
        os.chmod(folder, 0o755)


@contextmanager
def without_root() -> Iterator[None]:
    """Drop the superuser's rights, which allow writing any file."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("scheme", ["sqlite", "sqlite+aiosqlite"])
async def test_the_file_and_its_folders_are_created(tmp_path: Path, scheme: str) -> None:
    path = tmp_path / "some" / "new place" / "100% ours.db"
    store = await Store.open(f"{scheme}:///{path}")
    await store.close()
    assert path.is_file()


USUAL = "sslmode=prefer&connect_timeout=10&application_name=club&channel_binding=prefer"
"""Parameters as managed databases print them."""


async def test_a_server_can_be_named_with_the_usual_parameters(postgresql_url: str) -> None:
    store = await Store.open(f"{postgresql_url}?{USUAL}")
    assert await store.revision() is not None
    await store.close()


def test_the_driver_gets_only_parameters_that_it_understands() -> None:
    address = driver_address(read_address(f"postgresql+asyncpg://ada:p%40ss@db:6543/club?{USUAL}"))
    assert address == ("postgresql://ada:p%40ss@db:6543/club?application_name=club&sslmode=prefer")


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ("pgbouncer=true", "can't use the parameter pgbouncer in"),
        ("password_of=hush", "can't use the parameter password_of in"),
        ("channel_binding=require", "can't use the parameter channel_binding=require in"),
        ("sslmode=fast", "sslmode is one of disable, allow, prefer, require"),
    ],
)
async def test_other_parameters_are_refused_by_name(parameters: str, words: str) -> None:
    with pytest.raises(UnsupportedDatabase, match=words) as error:
        await Store.open(f"postgresql://ada@127.0.0.1:9/club?{parameters}")
    assert "hush" not in error.value.words


@pytest.mark.parametrize(
    "password", ["se@cret", "se@cret/word", "se@cret?word", "secret", "s/ecret"]
)
def test_no_part_of_a_password_is_printed(password: str) -> None:
    try:
        printed = public_address(read_address(f"postgresql://ada:{password}@db/club"))
    except UnsupportedDatabase as error:
        printed = error.words
    assert "cret" not in printed


async def test_written_rows_are_there_after_reopening(
    untouched_database_url: str,
) -> None:
    url = untouched_database_url
    store = await Store.open(url)
    async with store.write() as tx:
        await key_values.put(tx, "colour", "blue")
    await store.close()
    store = await Store.open(url)
    async with store.read() as tx:
        assert await key_values.get(tx, "colour") == "blue"
    await store.close()


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
)
async def test_a_commit_is_on_the_disk_and_refers_to_what_exists(
    tmp_path: Path, pragma: str, value: object
) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    async with store.write() as tx:
        assert (await tx.execute(text(f"PRAGMA {pragma}"))).scalar_one() == value
    await store.close()


async def test_closing_leaves_nothing_beside_the_file(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    async with store.write() as tx:
        await key_values.put(tx, "colour", "blue")
    async with store.read() as tx:
        await key_values.get(tx, "colour")
    await store.close()
    assert os.listdir(tmp_path) == ["stairwell.db"]


async def test_a_read_running_during_close_closes_its_connection_at_its_end(
    tmp_path: Path,
) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    async with store.read() as tx:
        await key_values.get(tx, "colour")
        await store.close()
        assert await key_values.get(tx, "colour") is None
    assert os.listdir(tmp_path) == ["stairwell.db"]


async def test_a_file_other_than_a_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Not a database at all.\n" * 100)
    assert await refusal(f"sqlite:///{path}") == f"The file {path} is not a database."
    assert path.read_text() == "Not a database at all.\n" * 100


async def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE goods (name TEXT)")
    words = await refusal(f"sqlite:///{path}")
    assert words == f"The file {path} is the database of another program."


async def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "stairwell.db"
    store = await Store.open(f"sqlite:///{path}")
    await store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer than this program: its schema is 9999" in await refusal(f"sqlite:///{path}")
    with closing(sqlite3.connect(path)) as connection:
        versions = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    assert versions == [("9999",)]


async def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert "can't be opened" in await refusal(f"sqlite:///{tmp_path}")


async def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    words = await refusal(f"sqlite:///{tmp_path / 'file' / 'stairwell.db'}")
    assert words == f"The folder {tmp_path / 'file'} can't be created: File exists."


async def test_a_read_only_file_is_refused(world_readable_folder: str) -> None:
    path = os.path.join(world_readable_folder, "stairwell.db")
    store = await Store.open(f"sqlite:///{path}")
    await store.close()
    os.chmod(path, 0o444)
    with without_root():
        words = await refusal(f"sqlite:///{path}")
    assert words.startswith(f"The file {path} can't be written")


async def test_a_read_only_folder_is_refused(world_readable_folder: str) -> None:
    os.chmod(world_readable_folder, 0o555)
    with without_root():
        words = await refusal(f"sqlite:///{world_readable_folder}/stairwell.db")
    assert words.startswith(f"The file {world_readable_folder}/stairwell.db can't be opened")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
async def test_a_database_in_memory_is_refused(url: str) -> None:
    assert "needs a file" in await refusal(url)


async def test_an_unknown_kind_of_database_is_refused() -> None:
    words = await refusal("mysql://ada:hush@localhost/stairwell")
    assert words == "Stairwell can't use mysql; use sqlite or postgresql."


@pytest.mark.parametrize(
    "url", ["ada:hush@localhost", "postgresql://ada:hush@localhost:port/x", ""]
)
async def test_an_invalid_address_is_not_quoted(url: str) -> None:
    with pytest.raises(DatabaseError) as error:
        await Store.open(url)
    assert "can't be read" in error.value.words
    assert "hush" not in error.value.words
    assert error.value.__cause__ is None
    assert error.value.__suppress_context__
