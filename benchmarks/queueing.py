"""Measure searches a second through the queue, by number of workers, and after a kill.

    python -m benchmarks.queueing [--workers 1 2 4] [--searches 40] [--work 3000]
        [--database postgresql://…]

Each engine worker is a `stairwell engine-worker` process with two simultaneous searches. All share
the cores of this machine, so more workers than cores can't be faster. The baseline of the same run
is a local pool of the same size without a queue. The last lines compare a search with one whose
worker is killed halfway and replaced, which mostly waits for the missed heartbeat.

The queue is deleted from the database, which must not be used for anything else.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter

import asyncpg

from benchmarks.thinking import MEMORY, PATIENCE, task
from club.search_queue import HEARTBEAT, SearchQueue
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, Task
from storage.database.store import Store

STAIRWELL = str(Path(sys.executable).with_name("stairwell"))
GAME = "scalas"
AT_ONCE = 2
"""Simultaneous searches of an engine worker."""


@asynccontextmanager
async def engine_workers(database: str, count: int) -> AsyncIterator[list[Process]]:
    """Run `count` processes that take searches from the queue."""
    settings = {"DATABASE_URL": database, "ENGINE_WORKERS": str(AT_ONCE), "LOG_LEVEL": "ERROR"}
    workers = [
        await asyncio.create_subprocess_exec(
            STAIRWELL, "engine-worker", env={**os.environ, **settings}
        )
        for _ in range(count)
    ]
    try:
        yield workers
    finally:
        for worker in workers:
            if worker.returncode is None:
                worker.terminate()
        await asyncio.gather(*(worker.wait() for worker in workers))


async def searches_a_second(pool: Pool, count: int, work: int) -> float:
    """Measure the rate once every worker has started."""
    start = task(GAME, 1, 1).position
    warm = [Task("appraise", GAME, start, 5, seed) for seed in range(4 * AT_ONCE)]
    await asyncio.gather(*(pool.ask(each, 1) for each in warm))
    began = perf_counter()
    tasks = [Task("appraise", GAME, start, work, seed) for seed in range(count)]
    await asyncio.gather(*(pool.ask(each, each.seed % 3) for each in tasks))
    return count / (perf_counter() - began)


async def until(query: str, connection: asyncpg.Connection) -> None:
    """Poll until the query returns true."""
    # PgQueuer signals neither the start nor the end of a job.
    while not await connection.fetchval(query):  # noqa: ASYNC110
        await asyncio.sleep(0.02)


async def seconds_when_killed(pool: Pool, workers: list[Process], database: str) -> float:
    """Time a search whose worker is killed halfway and replaced by another."""
    connection = await asyncpg.connect(database)
    # Finished searches leave the queue a moment later.
    await until("SELECT count(*) = 0 FROM pgqueuer", connection)
    began = perf_counter()
    search = pool.ask(Task("appraise", GAME, task(GAME, 1, 1).position, 20_000, 1), 1)
    await until("SELECT count(*) = 1 FROM pgqueuer WHERE status = 'picked'", connection)
    await connection.close()
    for worker in workers:
        worker.kill()
    async with engine_workers(database, 1):
        await search
        return perf_counter() - began


@asynccontextmanager
async def queue_pool(database: str, at_once: int) -> AsyncIterator[Pool]:
    """Open a pool that searches through the queue."""
    async with Store.opened(database) as store:
        pool = Pool(at_once, SearchQueue(database, store, PATIENCE))
        await pool.start()
        yield pool
        await pool.close()


async def measure(database: str, counts: list[int], searches: int, work: int) -> None:
    """Print the table."""
    print(f"{os.cpu_count()} cores, {searches} searches of {work} nodes of {GAME}")
    print(f"{'engine workers':>14}{'queue, a second':>18}{'local, a second':>18}{'ratio':>8}")
    for count in counts:
        local = Pool(count * AT_ONCE, LocalSearches(MEMORY, PATIENCE))
        await local.start()
        local_rate = await searches_a_second(local, searches, work)
        await local.close()
        async with (
            engine_workers(database, count),
            queue_pool(database, 2 * count * AT_ONCE) as pool,
        ):
            queue_rate = await searches_a_second(pool, searches, work)
        print(
            f"{count:>14}{queue_rate:>18.2f}{local_rate:>18.2f}{queue_rate / local_rate:>8.2f}",
            flush=True,
        )
    async with engine_workers(database, 1) as workers, queue_pool(database, 1) as pool:
        search_time = perf_counter()
        await pool.ask(Task("appraise", GAME, task(GAME, 1, 1).position, 20_000, 2), 1)
        search_time = perf_counter() - search_time
        killed_time = await seconds_when_killed(pool, workers, database)
    print(f"one search: {search_time:.1f} s; worker killed halfway: {killed_time:.1f} s")
    print(f"a heartbeat is missed after {HEARTBEAT.total_seconds():g} s")


def main() -> None:
    """Measure with the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--searches", type=int, default=40)
    parser.add_argument("--work", type=int, default=3000)
    parser.add_argument("--database", default="postgresql://postgres@127.0.0.1/test")
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.database, chosen.workers, chosen.searches, chosen.work))


if __name__ == "__main__":
    main()
