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

COUNT_UP = """
import asyncio, sys
from storage.database import key_values
from storage.database.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    for _ in range(20):
        async with store.write() as tx:
            count = int(await key_values.get(tx, "count") or 0)
            await key_values.put(tx, "count", str(count + 1))
    await store.close()

asyncio.run(main())
"""

REMEMBER = """
import asyncio, sys
from storage.database import key_values
from storage.database.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    for number in range(20):
        async with store.write() as tx:
            await key_values.put(tx, f"{sys.argv[2]}:{number}", "remembered")
    await store.close()

asyncio.run(main())
"""

PLAY_ON = """
import asyncio, sys
from datetime import UTC, datetime
from storage.matches import matches, moves
from storage.matches.moves import NewEntry
from storage.database.store import Store
from tests.storage.samples import ADA, add_match

async def main():
    store = await Store.open(sys.argv[1])
    async with store.write() as tx:
        match = await matches.get(tx, 1) or await add_match(tx)
    while True:
        async with store.write() as tx:
            now = datetime.now(UTC)
            match = await matches.change(tx, 1, match.version, ply=match.ply + 1)
            await moves.append(tx, 1, NewEntry(1, "a1", ADA, now))
        print(match.ply, flush=True)

asyncio.run(main())
"""


async def process(program: str, url: str, *words: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", program, url, *words),
        cwd=Path(__file__).parents[3],
        stdout=asyncio.subprocess.PIPE,
    )


async def test_processes_opening_a_new_database_at_once_share_it(
    untouched_database_url: str,
) -> None:
    url = untouched_database_url
    running = [await process(REMEMBER, url, str(number)) for number in range(4)]
    assert [await each.wait() for each in running] == [0, 0, 0, 0]
    store = await Store.open(url)
    remembered = select(func.count()).where(FACTS.c.value == "remembered")
    async with store.read() as tx:
        assert (await tx.execute(remembered)).scalar_one() == 80
    await store.close()


async def test_processes_writing_one_file_take_turns(tmp_path: Path) -> None:
    url = new_file(tmp_path / "stairwell.db")
    running = [await process(COUNT_UP, url) for _ in range(4)]
    assert [await each.wait() for each in running] == [0, 0, 0, 0]
    store = await Store.open(url)
    async with store.read() as tx:
        assert await key_values.get(tx, "count") == "80"
    await store.close()


async def test_a_killed_process_loses_no_committed_move(database_url: str) -> None:
    for killed_after in (7, 30):
        running = await process(PLAY_ON, database_url)
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
