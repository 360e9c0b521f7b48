"""Several processes on one database, and a process that is killed."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from storage.database import key_values
from storage.database.key_values import FACTS
from storage.database.store import Store
from storage.matches import matches
from storage.matches import moves as stored_moves
from tests.databases import new_file

pytestmark = pytest.mark.slow


async def writer(task: str, url: str, *words: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.storage.database.writers", task, url, *words),
        cwd=Path(__file__).parents[3],
        stdout=asyncio.subprocess.PIPE,
    )


async def test_processes_opening_a_new_database_at_once_share_it(
    untouched_database_url: str,
) -> None:
    url = untouched_database_url
    running = [await writer("remember", url, str(number)) for number in range(4)]
    assert [await each.wait() for each in running] == [0, 0, 0, 0]
    store = await Store.open(url)
    remembered = select(func.count()).where(FACTS.c.value == "remembered")
    async with store.read() as tx:
        assert (await tx.execute(remembered)).scalar_one() == 80
    await store.close()


async def test_processes_writing_one_file_take_turns(tmp_path: Path) -> None:
    url = new_file(tmp_path / "stairwell.db")
    running = [await writer("count_up", url) for _ in range(4)]
    assert [await each.wait() for each in running] == [0, 0, 0, 0]
    store = await Store.open(url)
    async with store.read() as tx:
        assert await key_values.get(tx, "count") == "80"
    await store.close()


async def test_a_killed_process_loses_no_committed_move(database_url: str) -> None:
    for killed_after in (7, 30):
        running = await writer("play_on", database_url)
        assert running.stdout is not None
        committed = 0
        while committed < killed_after:
            committed = int(await running.stdout.readline())
        running.kill()
        output = (await running.stdout.read()).split()
        await running.wait()
        committed = int(output[-1]) if output else committed

        store = await Store.open(database_url)
        async with store.read() as tx:
            match = await matches.get(tx, 1)
            moves = await stored_moves.of_match(tx, 1)
        await store.close()
        assert match is not None
        # It may have been killed between a commit and its output.
        assert committed <= match.ply <= committed + 1
        assert match.version == match.ply + 1
        assert [move.number for move in moves] == list(range(1, match.ply + 1))
