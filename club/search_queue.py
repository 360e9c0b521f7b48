"""A queue in PostgreSQL for searches, and the engine workers that serve it on any machine.

PgQueuer hands each job to one worker, and to another one if the heartbeat of the first stops. Jobs
have no results, so answers come back through a separate table. A notification announces them, and
the table is also polled because notifications can be lost.

Due turns are stored with their matches, so lost or duplicate jobs only cost time.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from typing import Any

import asyncpg
from pgqueuer.db import AsyncpgDriver, AsyncpgPoolDriver
from pgqueuer.errors import FailingListenerError, RetryRequested
from pgqueuer.models import Context, HealthCheckEvent, Job, JobId
from pgqueuer.qm import QueueManager
from pgqueuer.queries import Queries

from engine.facts import reasons_in
from engine.opponent import Choice
from engine.serving.tasks import Searches, SearchFailed, Task
from storage.database import key_values
from storage.database.address import driver_address, read_address
from storage.database.store import Store

log = logging.getLogger(__name__)

JOB = "stairwell-search"
"""The name of search jobs in the queue."""

ANSWER_CHANNEL = "stairwell_search_answered"
"""The notification channel for stored answers."""

HEARTBEAT = timedelta(seconds=10)
"""Time after which a silent worker is considered dead and its job is given to another."""

POLL_INTERVAL = 2.0
"""Interval of polling for answers, in seconds."""

IDLE_POLL_INTERVAL = 5.0
"""Interval of looking at the queue while no search is pending, in seconds."""

RETRY_DELAY = 2.0
"""Delay before reconnecting, in seconds."""

MAX_QUEUE_LENGTH = 1000
"""Maximum number of queued jobs that are counted."""

RETENTION = timedelta(hours=1)
"""How long unclaimed answers and the queue's log are kept."""

CONNECTION_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)
"""Errors of an unavailable database."""

WORKER = "stairwell engine-worker"
"""How an engine worker's connections are called on the server."""

_HAS_WORKER = (
    "SELECT EXISTS (SELECT FROM pg_stat_activity "
    "WHERE application_name = $1 AND datname = current_database())"
)

_INSTALLATION = 0x5741_4953
"""The key of the advisory lock for installing the queue."""

_LINE = (
    "SELECT id, status = 'picked' AS is_picked FROM {} "
    "WHERE entrypoint = $1 AND status IN ('picked', 'queued') "
    "ORDER BY is_picked DESC, priority DESC, id LIMIT $2"
)

DEQUEUE_TIMEOUT = timedelta(seconds=5)
"""Interval of polling the queue, in case a notification is lost."""

NEWER_WORKER_DELAY = timedelta(seconds=2)
"""Delay before retrying a search that needs a newer engine worker."""

PROBES, PROBE_PATIENCE = 5, timedelta(seconds=1)
"""Quick probes of the listener before the last one, and the time for an answer to each."""

MIN_JOBS = 2
"""Minimum number of concurrent jobs supported by the queue."""


class SearchQueue:
    """Queues searches and waits for the answers of engine workers."""

    def __init__(self, database_url: str, store: Store, patience: float) -> None:
        """
        :param database_url: the URL of the store's PostgreSQL database.
        :param patience: the timeout of a search in seconds.
        """
        self._url = driver_address(read_address(database_url))
        self._store = store
        self._patience = patience
        self._waiting: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._jobs: dict[Task, int] = {}
        self._line = _Line()
        self._refreshed_at = 0.0
        self._answered = asyncio.Event()
        self._connection: asyncpg.Connection | None = None
        self._queries: Queries | None = None
        """The queue on the connection, which is shared and serialises its queries."""
        self._connecting = asyncio.Lock()
        self._collecting: asyncio.Task[None] | None = None

    @property
    def workers(self) -> tuple[int, ...]:
        return ()

    async def start(self, at_once: int) -> None:
        """Install the queue if necessary and start collecting answers."""
        await install(self._url)
        self._collecting = asyncio.create_task(self._collect())

    async def warm(self) -> None:
        """Do nothing, because engine workers are started elsewhere."""

    async def close(self) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
            await asyncio.gather(self._collecting, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    async def choice(self, task: Task, *, can_wait: bool) -> Choice:
        job = await self._enqueue(task, priority=0 if can_wait else 1)
        answer = self._waiting[job] = asyncio.get_running_loop().create_future()
        self._jobs[task] = job
        # It may already have been answered.
        self._answered.set()
        try:
            async with asyncio.timeout(self._patience):
                return _read_choice(await answer)
        except TimeoutError:
            await self._cancel(job)
            raise SearchFailed(
                f"no engine worker answered within {self._patience:g} seconds: {task}"
            ) from None
        except asyncio.CancelledError:
            await self._cancel(job)
            raise
        finally:
            del self._waiting[job]
            self._jobs.pop(task, None)

    def count_ahead(self, task: Task | None) -> int:
        if task is None:
            return sum(job not in self._waiting for job in self._line.jobs)
        return self._line.count_ahead(self._jobs.get(task))

    async def _enqueue(self, task: Task, *, priority: int) -> JobId:
        payload = json.dumps(asdict(task)).encode()
        while True:
            try:
                (job,) = await (await self._connect()).enqueue(JOB, payload, priority)
                return job
            except CONNECTION_ERRORS as error:
                log.warning("could not queue a search; will retry: %s", error)
                await asyncio.sleep(RETRY_DELAY)

    async def _cancel(self, job: int) -> None:
        """Cancel a job, if the database is available."""
        with suppress(*CONNECTION_ERRORS):
            await (await self._connect()).mark_job_as_cancelled([JobId(job)])

    async def _collect(self) -> None:
        """Collect answers and pass them to the waiting searches."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL if self._waiting else IDLE_POLL_INTERVAL):
                    await self._answered.wait()
            self._answered.clear()
            try:
                await self._refresh_line()
                if not self._waiting:
                    continue
                answers = await self._store.write(
                    lambda tx: key_values.take(tx, list(self._waiting))
                )
            except Exception as error:
                log.warning("could not read the answers of engine workers; will retry: %s", error)
                await asyncio.sleep(RETRY_DELAY)
                self._answered.set()
                continue
            for job, answer in answers.items():
                waiting = self._waiting.get(job)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)

    async def _refresh_line(self) -> None:
        """Refresh the list of queued jobs, unless it is recent."""
        queries = await self._connect()
        now = time.monotonic()
        if now - self._refreshed_at >= POLL_INTERVAL:
            self._refreshed_at = now
            table = queries.qbe.settings.queue_table
            rows: Any = await queries.driver.fetch(_LINE.format(table), JOB, MAX_QUEUE_LENGTH)
            jobs = tuple(row["id"] for row in rows)
            self._line = _Line(jobs, sum(row["is_picked"] for row in rows))

    async def _connect(self) -> Queries:
        """Return the queue, reconnecting and listening for answers if necessary."""
        async with self._connecting:
            if self._queries is None or self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(self._url)
                await self._connection.add_listener(ANSWER_CHANNEL, self._on_answer)
                self._queries = Queries(AsyncpgDriver(self._connection))
            return self._queries

    def _on_answer(self, *_: object) -> None:
        self._answered.set()


async def install(address: str) -> None:
    """Create or upgrade the tables of the queue, one process at a time.

    :param address: an address from `driver_address`.
    """
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", _INSTALLATION)
        queries = Queries(AsyncpgDriver(connection))
        if not await queries.schema_is_installed():
            await queries.install()
        await queries.upgrade()
    finally:
        # This also releases the lock.
        await connection.close()


async def has_worker(database_url: str) -> bool:
    """Whether an engine worker is connected to a database.

    :raises CONNECTION_ERRORS: if it can't be reached.
    """
    connection = await asyncpg.connect(driver_address(read_address(database_url)))
    try:
        return await connection.fetchval(_HAS_WORKER, WORKER)
    finally:
        await connection.close()


class Manager(QueueManager):
    """A queue that isn't given up because it was probed before it listened.

    PgQueuer 1.6 starts both at once, and waits ten seconds for an answer that never comes.
    """

    async def listener_healthy(
        self,
        timeout: timedelta = timedelta(seconds=10),  # noqa: ASYNC109 - as PgQueuer names it
    ) -> HealthCheckEvent:
        """Probe the listener, again and again if there is no answer soon."""
        for _ in range(PROBES):
            with suppress(FailingListenerError):
                return await super().listener_healthy(PROBE_PATIENCE)
        return await super().listener_healthy(timeout)


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
        self._url = driver_address(read_address(database_url))
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
                    # Not all of them have words.
                    log.warning("could not reach the queue; will retry: %r", error)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._stopping.wait(), RETRY_DELAY)
        finally:
            await self._searches.close()

    async def _serve_connected(self) -> None:
        await install(self._url)
        settings = {"application_name": WORKER}
        async with asyncpg.create_pool(
            self._url, min_size=2, max_size=4, server_settings=settings
        ) as connections:
            queries = Queries(AsyncpgPoolDriver(connections))
            manager = Manager(queries)

            @manager.entrypoint(JOB)
            async def search(job: Job, context: Context) -> None:
                with context.cancellation:
                    await self._store_answer(job.id, await self._answer(job), connections)

            self._managers.append(manager)
            tidying = asyncio.create_task(self._tidy(queries))
            try:
                if not self._stopping.is_set():
                    await manager.run(
                        dequeue_timeout=DEQUEUE_TIMEOUT,
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
                await self._store.write(
                    lambda tx: key_values.keep(tx, job_id, answer, self._clock())
                )
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
                await self._store.write(
                    lambda tx: key_values.remove_older(tx, self._clock() - RETENTION)
                )
            except Exception as error:
                log.warning("could not tidy up the queue: %s", error)


@dataclass(frozen=True, slots=True)
class _Line:
    """The jobs of the queue: running ones, then waiting ones in order."""

    jobs: tuple[int, ...] = ()
    picked: int = 0
    """The number of running jobs."""

    def count_ahead(self, job: int | None) -> int:
        """Return the number of jobs before one, or None for a new one."""
        if job is None or job > max(self.jobs, default=0):
            return len(self.jobs)
        place = self.jobs.index(job) if job in self.jobs else 0
        return place if place >= self.picked else 0


def _read_choice(answer: Mapping[str, Any]) -> Choice:
    """Return the choice in an answer.

    :raises SearchFailed: if the worker reports a failure.
    """
    if "failed" in answer:
        raise SearchFailed(str(answer["failed"]))
    result: dict[str, Any] = dict(answer["found"])
    # An engine worker of an earlier version gives no reasons.
    reasons = reasons_in(result.get("reasons", ()))
    result |= {"line": tuple(result["line"]), "values": tuple(result["values"]), "reasons": reasons}
    return Choice(**result)
