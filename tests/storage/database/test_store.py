"""Commits, rollbacks and waits of transactions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from storage.database import key_values
from storage.database.store import Outdated, Store
from storage.database.transaction import Transaction
from storage.matches import matches
from storage.matches.match import StoredMatch
from tests.storage.samples import add_match

ROOT = Path(__file__).resolve().parents[3]


async def fact(store: Store, key: str) -> str | None:
    async with store.read() as tx:
        return await key_values.get(tx, key)


async def put(store: Store, key: str, value: str) -> None:
    async with store.write() as tx:
        await key_values.put(tx, key, value)


async def test_a_block_commits_its_writes(store: Store) -> None:
    await put(store, "colour", "blue")
    assert await fact(store, "colour") == "blue"


async def test_an_exception_rolls_back_its_block(store: Store) -> None:
    await put(store, "colour", "blue")

    async def fail() -> None:
        async with store.write() as tx:
            await key_values.put(tx, "colour", "red")
            await key_values.put(tx, "shape", "round")
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    assert await fact(store, "colour") == "blue"
    assert await fact(store, "shape") is None


async def test_a_refused_statement_leaves_the_store_usable(store: Store) -> None:
    async def refer_to_nothing() -> None:
        async with store.write() as tx:
            await key_values.put(tx, "colour", "red")
            await add_match(tx, challenge_id=999)

    with pytest.raises(DBAPIError):
        await refer_to_nothing()
    await put(store, "shape", "round")
    assert await fact(store, "colour") is None
    assert await fact(store, "shape") == "round"


async def test_a_read_transaction_cannot_write(store: Store) -> None:
    with pytest.raises(DBAPIError):
        async with store.read() as tx:
            await key_values.put(tx, "colour", "blue")
    assert await fact(store, "colour") is None


async def test_readers_neither_see_nor_wait_for_uncommitted_writes(store: Store) -> None:
    await put(store, "colour", "blue")
    async with store.write() as tx:
        await key_values.put(tx, "colour", "red")
        async with asyncio.timeout(60):
            values = await asyncio.gather(*(fact(store, "colour") for _ in range(8)))
    assert values == ["blue"] * 8
    assert await fact(store, "colour") == "red"


async def test_a_read_transaction_sees_a_consistent_snapshot(store: Store) -> None:
    await put(store, "colour", "blue")
    async with store.read() as tx:
        before = await key_values.get(tx, "colour")
        await put(store, "colour", "red")
        assert await key_values.get(tx, "colour") == before == "blue"


async def test_writers_take_turns(store: Store) -> None:
    async def count_up() -> None:
        async with store.write() as tx:
            count = int(await key_values.get(tx, "count") or 0)
            await asyncio.sleep(0)
            await key_values.put(tx, "count", str(count + 1))

    await asyncio.gather(*(count_up() for _ in range(50)))
    assert await fact(store, "count") == "50"


async def test_a_task_cannot_wait_for_itself(store: Store) -> None:
    async with store.write() as tx:
        with pytest.raises(RuntimeError, match="already has an open"):
            await put(store, "colour", "red")
        await key_values.put(tx, "colour", "blue")
    assert await fact(store, "colour") == "blue"


async def test_closing_waits_for_the_running_write_transaction(database_url: str) -> None:
    store = await Store.open(database_url)
    writing, written = asyncio.Event(), asyncio.Event()

    async def write() -> None:
        async with store.write() as tx:
            writing.set()
            await asyncio.sleep(0.05)
            await key_values.put(tx, "shape", "round")
            written.set()

    task = asyncio.create_task(write())
    await writing.wait()
    await store.close()
    assert written.is_set()
    await task
    store = await Store.open(database_url)
    assert await fact(store, "shape") == "round"
    await store.close()


async def test_a_cancelled_task_rolls_back_its_writes(store: Store) -> None:
    written = asyncio.Event()

    async def write() -> None:
        async with store.write() as tx:
            await key_values.put(tx, "colour", "red")
            written.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(write())
    await written.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await fact(store, "colour") is None
    await put(store, "colour", "blue")
    assert await fact(store, "colour") == "blue"


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2])
async def test_a_cancellation_at_any_moment_keeps_all_or_nothing(store: Store, times: int) -> None:
    async def write(value: str) -> None:
        async with store.write() as tx:
            await key_values.put(tx, "left", value)
            await key_values.put(tx, "right", value)

    moment = committed = 0
    while moment < 60 or committed < 10:
        value = f"{times}:{moment}"
        task = asyncio.create_task(write(value))
        # Each sleep lets the task, or the thread below it, take about one step.
        for _ in range(moment):
            await asyncio.sleep(0.0002)
        for _ in range(times):
            task.cancel()
            await asyncio.sleep(0)
        await asyncio.wait([task])
        left, right = await fact(store, "left"), await fact(store, "right")
        assert left == right
        assert task.cancelled() or left == value
        committed += left == value
        moment += 1
    # At the first moments, the transaction has not even begun.
    assert 0 < committed < moment
    await put(store, "left", "done")
    assert await fact(store, "left") == "done"
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_cancelled_readers_free_their_connections(store: Store) -> None:
    for moment in range(30):
        tasks = [asyncio.create_task(fact(store, "colour")) for _ in range(6)]
        await asyncio.sleep(moment * 0.0002)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    async with asyncio.timeout(60):
        await asyncio.gather(*(fact(store, "colour") for _ in range(20)))


async def test_of_two_changes_decided_at_once_one_wins(store: Store) -> None:
    async with store.write() as tx:
        match = await add_match(tx)

    async def play(ply: int) -> StoredMatch:
        async with store.write() as tx:
            return await matches.change(tx, match.id, match.version, ply=ply)

    results = await asyncio.gather(*(play(ply) for ply in (10, 20, 30)), return_exceptions=True)
    won = [result for result in results if isinstance(result, StoredMatch)]
    lost = [result for result in results if isinstance(result, Outdated)]
    assert (len(won), len(lost)) == (1, 2)
    async with store.read() as tx:
        assert await matches.get(tx, match.id) == won[0]
    assert won[0].version == match.version + 1


async def test_work_returns_its_result_once_committed(store: Store) -> None:
    async def work(tx: Transaction) -> str | None:
        await key_values.put(tx, "colour", "blue")
        return await key_values.get(tx, "colour")

    assert await store.write(work) == "blue"
    assert await store.read(lambda tx: key_values.get(tx, "colour")) == "blue"


async def test_failed_work_stores_nothing_and_leaves_the_store_usable(store: Store) -> None:
    async def fail(tx: Transaction) -> None:
        await key_values.put(tx, "colour", "red")
        raise LookupError

    with pytest.raises(LookupError):
        await store.write(fail)
    await put(store, "shape", "round")
    assert await fact(store, "colour") is None


async def test_read_work_cannot_write(store: Store) -> None:
    with pytest.raises(DBAPIError):
        await store.read(lambda tx: key_values.put(tx, "colour", "red"))
    assert await fact(store, "colour") is None


async def test_work_on_a_file_waits_only_for_its_statements(tmp_path: Path) -> None:
    async def wait(tx: Transaction) -> None:
        await key_values.put(tx, "colour", "red")
        await asyncio.sleep(0)

    store = await Store.open(f"sqlite:///{tmp_path / 'stairwell.db'}")
    with pytest.raises(RuntimeError, match="awaited something other"):
        await store.write(wait)
    assert await fact(store, "colour") is None
    await store.close()


async def test_cancelled_work_is_committed_entirely_or_not_at_all(store: Store) -> None:
    async def work(tx: Transaction) -> None:
        await key_values.put(tx, "left", "written")
        await key_values.put(tx, "right", "written")

    for turns in range(20):
        task = asyncio.create_task(store.write(work))
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        left, right = await fact(store, "left"), await fact(store, "right")
        assert left == right
        assert task.cancelled() or left == "written"
    await put(store, "left", "done")
    assert await fact(store, "left") == "done"


@pytest.mark.parametrize("package", ["club", "presentation", "bot", "web"])
def test_shared_databases_are_not_written_in_blocks(package: str) -> None:
    """A block can't be repeated after a conflict with another process."""
    sources = (ROOT / package).rglob("*.py")
    assert not [path for path in sources if ".write() as" in path.read_text("utf-8")]
