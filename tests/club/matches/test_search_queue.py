"""Searches by engine workers through PostgreSQL, despite failures."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import pytest
from pgqueuer.db import AsyncpgDriver, AsyncpgPoolDriver
from pgqueuer.models import Job
from pgqueuer.queries import Queries

from club.search_queue import (
    JOB,
    EngineWorker,
    Manager,
    SearchQueue,
    install,
)
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, SearchFailed, Task
from storage.database.address import driver_address, read_address
from storage.database.store import Store
from tests.conftest import temporary_database
from tests.discord.waiting import SOON, wait_until
from tests.engine.test_opponent import some_position

pytestmark = pytest.mark.slow

STAIRWELL = str(Path(sys.executable).with_name("stairwell"))
MEMORY = 256 * 2**20
QUICK_HEARTBEAT = timedelta(seconds=2)

POSITION = some_position("scalas", 1, 8).encode()
QUICK = Task("appraise", "scalas", POSITION, 5, 1)
SLOW = Task("appraise", "scalas", POSITION, 6_000, 1)
ENDLESS = Task("appraise", "scalas", POSITION, 10**9, 1)


@pytest.fixture
def database_url() -> Iterator[str]:
    with temporary_database("queue") as database:
        yield database.url


@asynccontextmanager
async def a_pool(database_url: str, patience: float = SOON) -> AsyncIterator[Pool]:
    async with Store.opened(database_url) as store:
        pool = Pool(4, SearchQueue(database_url, store, patience))
        await pool.start()
        try:
            yield pool
        finally:
            await pool.close()


@asynccontextmanager
async def a_worker(database_url: str) -> AsyncIterator[LocalSearches]:
    """Run an engine worker in this process, and yield its searches."""
    # Like `stairwell engine-worker`, which serves no shards and may run beside any bot.
    store = await Store.open(database_url)
    searches = LocalSearches(MEMORY, SOON)
    worker = EngineWorker(
        database_url, store, searches, 2, lambda: datetime.now(UTC), QUICK_HEARTBEAT
    )
    serving = asyncio.create_task(worker.serve())
    try:
        yield searches
    finally:
        worker.stop()
        await asyncio.wait_for(serving, SOON)
        await store.close()


async def ignore(job: Job) -> None:
    """Run no search."""


async def until_jobs_are(expected: list[str], database_url: str) -> None:
    """Wait until the jobs in the queue have exactly these states."""
    query = "SELECT coalesce(array_agg(status::text ORDER BY id), '{}') FROM pgqueuer"
    await until_result_is(expected, query, database_url)


async def until_result_is(expected: object, query: str, database_url: str) -> None:
    """Wait until a query about the queue returns exactly this."""
    connection = await asyncpg.connect(database_url)
    try:
        async with asyncio.timeout(SOON):
            # PgQueuer signals neither its installation nor that a job was picked or is done.
            while await connection.fetchval(query) != expected:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    finally:
        await connection.close()


async def test_an_engine_worker_finds_the_same_move_as_a_local_search(database_url: str) -> None:
    async with a_pool(database_url) as pool, a_worker(database_url):
        assert await pool.ask(QUICK, 1) == QUICK.choice()


async def test_a_queue_is_not_given_up_because_it_was_probed_before_it_listened(
    database_url: str,
) -> None:
    address = driver_address(read_address(database_url))
    await install(address)
    async with asyncpg.create_pool(address) as connections:
        manager = Manager(Queries(AsyncpgPoolDriver(connections)))
        manager.entrypoint(JOB)(ignore)
        probing = asyncio.create_task(manager.listener_healthy())
        await wait_until(lambda: manager.pending_health_check, SOON)
        running = asyncio.create_task(manager.run())
        assert await asyncio.wait_for(probing, SOON)
        manager.shutdown.set()
        await running


async def test_each_of_many_searches_is_answered_once_and_removed(
    database_url: str,
) -> None:
    async with a_pool(database_url) as pool, a_worker(database_url), a_worker(database_url):
        tasks = [Task("appraise", "scalas", POSITION, 5, seed) for seed in range(30)]
        choices = await asyncio.gather(*(pool.ask(task, task.seed % 3) for task in tasks))
        assert choices == [task.choice() for task in tasks]
        await until_jobs_are([], database_url)
        connection = await asyncpg.connect(database_url)
        assert await connection.fetchval("SELECT count(*) FROM search_answer") == 0
        await connection.close()


async def test_a_search_requested_before_a_worker_started_is_run(
    database_url: str,
) -> None:
    async with a_pool(database_url) as pool:
        ticket = pool.ask(QUICK, 1)
        await asyncio.sleep(0.5)
        assert not ticket.answer.done()
        async with a_worker(database_url):
            assert await ticket == QUICK.choice()


async def test_a_search_of_a_killed_engine_worker_is_run_by_another(database_url: str) -> None:
    async with a_pool(database_url) as pool:
        doomed = await asyncio.create_subprocess_exec(
            STAIRWELL,
            "engine-worker",
            env={**os.environ, "DATABASE_URL": database_url, "ENGINE_WORKERS": "2"},
        )
        try:
            ticket = pool.ask(SLOW, 1)
            await until_jobs_are(["picked"], database_url)
        finally:
            doomed.kill()
            await doomed.wait()
        async with a_worker(database_url):
            assert await ticket == SLOW.choice()


async def test_a_stopping_engine_worker_finishes_its_current_search(
    database_url: str,
) -> None:
    async with a_pool(database_url) as pool:
        async with a_worker(database_url) as searches:
            ticket = pool.ask(SLOW, 1)
            await wait_until(lambda: bool(searches.workers), SOON, "nothing was begun")
        assert await ticket == SLOW.choice()


async def test_cancelling_a_running_search_aborts_it(database_url: str) -> None:
    async with a_pool(database_url) as pool, a_worker(database_url) as searches:
        ticket = pool.ask(ENDLESS, 1)
        await wait_until(lambda: bool(searches.workers), SOON, "nothing was begun")
        ticket.cancel()
        await wait_until(lambda: not searches.workers, SOON, "the search went on")
        assert await pool.ask(QUICK, 1) == QUICK.choice()


async def test_without_an_engine_worker_a_search_times_out(database_url: str) -> None:
    async with a_pool(database_url, patience=0.5) as pool:
        with pytest.raises(SearchFailed, match="no engine worker answered"):
            await pool.ask(QUICK, 1)


async def test_an_invalid_position_fails_with_an_error(database_url: str) -> None:
    async with a_pool(database_url) as pool, a_worker(database_url):
        with pytest.raises(SearchFailed, match="ValueError"):
            await pool.ask(Task("appraise", "scalas", "nonsense", 5, 1), 1)


async def test_lost_connections_lose_no_search(database_url: str) -> None:
    async with a_pool(database_url) as pool, a_worker(database_url) as searches:
        ticket = pool.ask(SLOW, 1)
        await wait_until(lambda: bool(searches.workers), SOON, "nothing was begun")
        connection = await asyncpg.connect(database_url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.close()
        assert await ticket == SLOW.choice()
        assert await pool.ask(QUICK, 2) == QUICK.choice()


async def test_an_engine_worker_may_be_the_first_to_install_the_queue(database_url: str) -> None:
    async with a_worker(database_url):
        query = "SELECT to_regclass('pgqueuer') IS NOT NULL"
        await until_result_is(True, query, database_url)


async def test_a_closed_pool_leaves_no_task_behind(database_url: str) -> None:
    before = asyncio.all_tasks()
    async with a_pool(database_url):
        assert asyncio.all_tasks() > before
    assert asyncio.all_tasks() == before


async def test_both_sides_may_install_the_queue_at_once(database_url: str) -> None:
    async with Store.opened(database_url) as store:
        queues = [SearchQueue(database_url, store, SOON) for _ in range(4)]
        await asyncio.gather(*(queue.start(1) for queue in queues))
        await asyncio.gather(*(queue.close() for queue in queues))


async def test_the_queue_position_counts_searches_of_all_bots(
    database_url: str,
) -> None:
    other = await Store.open(database_url)
    elsewhere = Pool(4, SearchQueue(database_url, other, SOON))
    await elsewhere.start()
    try:
        async with a_pool(database_url) as pool:
            for number in range(3):
                elsewhere.ask(Task("appraise", "scalas", POSITION, 5, number), 1)
            await until_jobs_are(["queued"] * 3, database_url)
            ticket = pool.ask(QUICK, 1)
            await wait_until(lambda: ticket.count_ahead == 3, SOON, "the others were not counted")
            # More searches than this bot may request at once.
            further = [pool.ask(replace(QUICK, seed=seed), 1) for seed in range(10, 14)]
            await wait_until(lambda: further[-1].count_ahead == 7, SOON, "its own were not counted")
            async with a_worker(database_url):
                assert await ticket == QUICK.choice()
                await asyncio.gather(*further)
                assert [each.count_ahead for each in further] == [0] * 4
    finally:
        await elsewhere.close()
        await other.close()


async def test_an_outdated_engine_worker_leaves_newer_searches_to_others(
    database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_pool(database_url) as pool, a_worker(database_url):
        assert await pool.ask(QUICK, 1) == QUICK.choice()
        connection = await asyncpg.connect(database_url)
        queries = Queries(AsyncpgDriver(connection))
        newer = json.dumps({**asdict(QUICK), "patience": 5}).encode()
        await queries.enqueue([JOB] * 2, [newer] * 2, [0] * 2)
        await wait_until(lambda: "update this engine worker" in caplog.text, SOON, "no warning")
        # It still runs searches it understands, and the newer ones stay in the queue.
        assert await pool.ask(replace(QUICK, seed=7), 1) == replace(QUICK, seed=7).choice()
        await until_jobs_are(["queued"] * 2, database_url)
        assert caplog.text.count("update this engine worker") == 1
        await queries.clear_queue(JOB)
        await connection.close()


def test_an_engine_worker_for_a_file_is_refused_without_creating_it(tmp_path: Path) -> None:
    ended = subprocess.run(
        (STAIRWELL, "engine-worker"),
        env={**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'stairwell.db'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode != 0
    assert "needs a PostgreSQL database" in ended.stderr
    assert list(tmp_path.iterdir()) == []
