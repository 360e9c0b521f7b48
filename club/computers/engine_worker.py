"""An engine worker, which runs the searches of the queue on this machine."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import datetime, timedelta
from typing import Any

import asyncpg
from pgqueuer.db import AsyncpgPoolDriver
from pgqueuer.errors import FailingListenerError, RetryRequested
from pgqueuer.models import Context, Job
from pgqueuer.qm import QueueManager
from pgqueuer.queries import Queries

from club.computers.search_queue import (
    ANSWER_CHANNEL,
    CONNECTION_ERRORS,
    HEARTBEAT,
    JOB,
    RETENTION,
    RETRY_DELAY,
    install,
    plain_address,
)
from engine.serving.tasks import Searches, SearchFailed, Task
from storage.database.store import Store
from storage.matches import search_answers

POLL_INTERVAL = timedelta(seconds=5)
"""Interval of polling the queue, in case a notification is lost."""

NEWER_WORKER_DELAY = timedelta(seconds=2)
"""Delay before retrying a search that needs a newer engine worker."""

log = logging.getLogger(__name__)

MIN_JOBS = 2
"""Minimum number of concurrent jobs supported by the queue."""


class EngineWorker:
    """Runs searches of the queue until it is stopped."""

    def __init__(
        self,
        database_url: str,
        store: Store,
        searches: Searches,
        at_once: int,
        clock: Callable[[], datetime],
        heartbeat: timedelta = HEARTBEAT,
    ) -> None:
        """
        :param database_url: the URL of the store's PostgreSQL database.
        :param searches: runs searches on this machine; started and closed by this worker.
        :param at_once: the number of concurrent searches, at least 2.
        :param heartbeat: the time after which a silent worker is considered dead.
        """
        self._url = plain_address(database_url)
        self._store = store
        self._searches = searches
        self._at_once = max(MIN_JOBS, at_once)
        self._clock = clock
        self._heartbeat = heartbeat
        self._managers: list[QueueManager] = []
        self._stopping = asyncio.Event()
        self._has_warned = False

    def stop(self) -> None:
        """Accept no more jobs. `serve` returns once the running ones are done."""
        self._stopping.set()
        for manager in self._managers:
            manager.shutdown.set()

    async def serve(self) -> None:
        """Run searches until `stop`, reconnecting to the database as needed."""
        await self._searches.start(self._at_once)
        try:
            while not self._stopping.is_set():
                try:
                    await self._serve_connected()
                except (*CONNECTION_ERRORS, FailingListenerError) as error:
                    log.warning("could not reach the queue; will retry: %s", error)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._stopping.wait(), RETRY_DELAY)
        finally:
            await self._searches.close()

    async def _serve_connected(self) -> None:
        await install(self._url)
        async with asyncpg.create_pool(self._url, min_size=2, max_size=4) as connections:
            queries = Queries(AsyncpgPoolDriver(connections))
            manager = QueueManager(queries)

            @manager.entrypoint(JOB)
            async def search(job: Job, context: Context) -> None:
                with context.cancellation:
                    await self._store_answer(job.id, await self._answer(job), connections)

            self._managers.append(manager)
            tidying = asyncio.create_task(self._tidy(queries))
            try:
                if not self._stopping.is_set():
                    await manager.run(
                        dequeue_timeout=POLL_INTERVAL,
                        batch_size=1,
                        max_concurrent_tasks=self._at_once,
                        shutdown_on_listener_failure=True,
                        heartbeat_timeout=self._heartbeat,
                        log_aggregation_interval=timedelta(0),
                    )
            finally:
                self._managers.remove(manager)
                tidying.cancel()
                await asyncio.gather(tidying, return_exceptions=True)

    async def _answer(self, job: Job) -> dict[str, Any]:
        """Run a search and return its result or failure as JSON values.

        :raises RetryRequested: if the job needs a newer engine worker.
        """
        assert job.payload is not None
        arguments: dict[str, Any] = json.loads(job.payload)
        unknown = arguments.keys() - {each.name for each in fields(Task)}
        if unknown:
            if not self._has_warned:
                log.warning("a newer bot asks for searches; update this engine worker")
                self._has_warned = True
            raise RetryRequested(NEWER_WORKER_DELAY, f"unknown: {', '.join(sorted(unknown))}")
        try:
            task = Task(**arguments)
            return {"found": asdict(await self._searches.choice(task, can_wait=job.priority == 0))}
        except (SearchFailed, TypeError, ValueError) as error:
            return {"failed": str(error)}

    async def _store_answer(
        self, job_id: int, answer: dict[str, Any], connections: asyncpg.Pool
    ) -> None:
        """Store an answer, retrying until the database is available, and send a notification."""
        while True:
            try:
                async with self._store.write() as tx:
                    await search_answers.keep(tx, job_id, answer, self._clock())
                break
            except Exception as error:
                log.warning("could not store an answer; will retry: %s", error)
                await asyncio.sleep(RETRY_DELAY)
        # Waiting processes also poll.
        with suppress(*CONNECTION_ERRORS):
            await connections.execute("SELECT pg_notify($1, '')", ANSWER_CHANNEL)

    async def _tidy(self, queries: Queries) -> None:
        """Delete old queue logs and unclaimed answers from time to time."""
        while True:
            await asyncio.sleep(RETENTION.total_seconds())
            try:
                await queries.clear_queue_log(JOB)
                async with self._store.write() as tx:
                    await search_answers.remove_older(tx, self._clock() - RETENTION)
            except Exception as error:
                log.warning("could not tidy up the queue: %s", error)
