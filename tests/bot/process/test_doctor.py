"""The doctor's checks of the machine: files, ports, engine workers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from bot.process.doctor import machine
from bot.process.doctor.machine import backups, database, ports, private_files, search
from bot.process.settings import Settings
from club.search_queue import WORKER
from storage.database.address import driver_address, read_address
from tests.databases import new_file


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@asynccontextmanager
async def a_taken_port(answer: bytes = b"") -> AsyncIterator[int]:
    """A port at which another program answers."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.0 200 OK\r\n\r\n" + answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


def test_a_folder_that_takes_no_backups_is_a_fault() -> None:
    Path("file").touch()
    (good,) = backups(Settings(backup_dir=Path("new", "backups")))
    (bad,) = backups(Settings(backup_dir=Path("file", "backups")))
    (unused,) = backups(Settings(backup_dir=Path("new"), database_url="postgresql://db/club"))
    assert (good.state, bad.state, unused.state) == ("ok", "fault", "note")
    assert not Path("new").exists()
    assert [*backups(Settings())] == []


async def test_a_port_of_another_program_is_a_fault() -> None:
    async with a_taken_port() as port:
        (taken,) = [each async for each in ports(Settings(monitor_port=port))]
    assert taken.words == (
        f"MONITOR_PORT: can't listen on 127.0.0.1, port {port}: Address already in use."
    )
    assert taken.is_fault


async def test_a_port_of_the_running_bot_is_no_fault() -> None:
    async with a_taken_port(b'{"problems": []}') as port:
        (own,) = [each async for each in ports(Settings(monitor_port=port))]
    assert own.words == f"MONITOR_PORT: a running Stairwell answers at port {port}."


async def test_two_pages_cannot_have_one_port(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nothing answers at the port, which the check itself has opened.
    monkeypatch.setattr(machine, "PATIENCE", 0.1)
    async with a_taken_port() as port:
        pass
    settings = Settings(monitor_port=port, web_port=port, web_url="http://127.0.0.1")
    free, taken = [each async for each in ports(settings)]
    assert (free.state, taken.state) == ("ok", "fault")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_files_that_every_user_can_read_are_noted() -> None:
    settings = Settings(database_url=new_file(Path("club.db")))
    Path(".env").touch(0o600)
    Path("club.db").chmod(0o640)
    assert [*private_files(settings)] == []
    Path(".env").chmod(0o644)
    Path("club.db").chmod(0o604)
    words = [each.words for each in private_files(settings) if each.state == "note"]
    assert [each.split("chmod ")[1] for each in words] == ["600 .env", "600 club.db"]


async def test_a_queue_of_searches_needs_a_connected_worker(postgresql_url: str) -> None:
    settings = Settings(engine="queue", database_url=postgresql_url)
    assert "No engine worker is connected" in (await search(settings)).words
    named = {"application_name": WORKER}
    worker = await asyncpg.connect(
        driver_address(read_address(postgresql_url)), server_settings=named
    )
    try:
        assert (await search(settings)).state == "ok"
    finally:
        await worker.close()


async def test_a_queue_of_searches_needs_postgresql() -> None:
    finding = await search(Settings(engine="queue"))
    assert finding.is_fault
    assert "ENGINE=queue needs a PostgreSQL database" in finding.words


async def test_an_empty_database_has_no_schema_to_name(untouched_database_url: str) -> None:
    findings = [each async for each in database(Settings(database_url=untouched_database_url))]
    assert findings[0].state == "note"
    assert not any("None" in each.words for each in findings)
