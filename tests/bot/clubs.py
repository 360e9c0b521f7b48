"""Simulated servers without automatic chores, optionally with computers and languages."""

from __future__ import annotations

import atexit
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path

from engine.serving.local_searches import LocalSearches, Worker
from engine.serving.pool import Pool
from tests.bot.pseudo_languages import SERVERS, made_up_languages
from tests.bot.simulated import World, world_in
from tests.discord import openapi
from tests.discord.mentions import lost_mentions
from tests.discord.waiting import SOON

NEVER = timedelta(days=10_000)
MEMORY = 256 * 2**20


_idle_workers: list[Worker] = []
"""Workers between two tests. Starting one takes longer than most tests."""


class KeptWorkers(LocalSearches):
    """Searches in worker processes that serve one test after another."""

    async def start(self, at_once: int) -> None:
        await super().start(at_once)
        self._idle += _idle_workers
        _idle_workers.clear()

    async def close(self) -> None:
        _idle_workers.extend(worker for worker in self._idle if worker.is_alive)
        self._idle = [worker for worker in self._idle if not worker.is_alive]
        await super().close()


@atexit.register
def end_idle_workers() -> None:
    for worker in _idle_workers:
        worker.end()
        worker.wait()


@asynccontextmanager
async def a_pool(size: int = 1) -> AsyncIterator[Pool]:
    """A running pool of worker processes."""
    pool = Pool(size, KeptWorkers(MEMORY, SOON))
    await pool.start()
    try:
        yield pool
    finally:
        await pool.close()


@asynccontextmanager
async def club_in(
    folder: Path,
    *,
    computers: bool = False,
    opens_threads: bool = True,
    languages: Mapping[str, str] | None = None,
) -> AsyncIterator[World]:
    """A server without automatic chores, so that simulated time passes quickly.

    :param computers: whether computers can be challenged.
    :param opens_threads: whether matches get threads.
    :param languages: the languages of members ("ada" and so on). The server's is then `SERVERS`,
        and all languages offered are made up.
    """
    async with AsyncExitStack() as stack:
        pool = await stack.enter_async_context(a_pool()) if computers else None
        locale = "en-US"
        if languages is not None:
            stack.enter_context(made_up_languages())
            locale = SERVERS
        world = await stack.enter_async_context(
            world_in(folder, opens_threads=opens_threads, sweep=NEVER, pool=pool, locale=locale)
        )
        spoken = languages or {}
        world.locales |= {getattr(world, name).id: spoken[name] for name in spoken}
        yield world


def check_requests(world: World) -> None:
    """Check that every request of the test fits Discord's API, and notifies whom it means to."""
    assert [fault for request in world.env.http_requests for fault in lost_mentions(request)] == []
    if not openapi.SPECIFICATION.exists():
        return
    requests = world.env.http_requests
    faults = [fault for request in requests for fault in openapi.problems(request)]
    assert faults == []
