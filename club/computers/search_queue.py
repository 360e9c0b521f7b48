"""Searches that engine workers make, on whatever machines they run: a queue in PostgreSQL.

The queue is PgQueuer's: it hands each job to one worker, and to another where that one's heart has
stopped beating. What a worker finds comes back through a table of the club's, since a job of the
queue has no result. A notification wakes whoever waits; the table is asked every few seconds all
the same, because a notification can be lost.

A turn that is due is stored with its match. So whatever is lost of the queue, or asked for twice by
a process that has died, costs time and nothing else.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

import asyncpg
from pgqueuer.db import AsyncpgDriver
from pgqueuer.models import JobId
from pgqueuer.queries import Queries
from sqlalchemy import make_url

from engine.facts import reasons_in
from engine.opponent import Choice
from engine.serving.searches import SearchFailed
from engine.serving.task import Task
from storage.database.store import Store
from storage.matches import search_answers

JOB = "stairwell-search"
"""What a search is called in the queue."""

ANSWERED = "stairwell_search_answered"
"""The channel on which a worker says that it has kept an answer."""

HEARTBEAT = timedelta(seconds=10)
"""After which a worker that gives no sign is taken for dead, and its search made by another."""

POLL = 2.0
"""Seconds after which answers are looked for without a notification."""

LOOK = 5.0
"""Seconds after which the queue is looked through where nobody here waits for anything."""

RETRY = 2.0
"""Seconds until a lost connection is tried again."""

LONGEST_LINE = 1000
"""Jobs that are looked at; who has more before them need not know how many."""

KEPT = timedelta(hours=1)
"""How long an answer is kept that nobody takes, and how long the queue's log tells of a job."""

CONNECTING = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)
"""What is raised where the database is not there just now."""

_INSTALLATION = 0x5741_4953
"""Any number that everybody who installs the queue agrees on."""

log = logging.getLogger(__name__)


_LINE = (
    "SELECT id, status = 'picked' AS is_picked FROM {} "
    "WHERE entrypoint = $1 AND status IN ('picked', 'queued') "
    "ORDER BY is_picked DESC, priority DESC, id LIMIT $2"
)


@dataclass(frozen=True, slots=True)
class _Line:
    """The jobs of the queue, those that are under way and then the others in their order."""

    jobs: tuple[int, ...] = ()
    picked: int = 0
    """How many of them are under way."""

    def before(self, job: int | None) -> int:
        """How many come before one; None for one that has just been asked for."""
        if job is None or job > max(self.jobs, default=0):
            return len(self.jobs)
        place = self.jobs.index(job) if job in self.jobs else 0
        return place if place >= self.picked else 0


class SearchQueue:
    """Asks for searches, and waits for what engine workers find."""

    def __init__(self, database_url: str, store: Store, patience: float) -> None:
        """
        :param database_url: of the PostgreSQL database that `store` has open.
        :param patience: seconds after which nobody waits for an answer any more.
        """
        self._url = plain_address(database_url)
        self._store = store
        self._patience = patience
        self._waiting: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._jobs: dict[Task, int] = {}
        self._line = _Line()
        self._looked_at = 0.0
        self._answered = asyncio.Event()
        self._connection: asyncpg.Connection | None = None
        self._queries: Queries | None = None
        """Of the connection. There is one, which lets one after another use it."""
        self._connecting = asyncio.Lock()
        self._collecting: asyncio.Task[None] | None = None

    @property
    def workers(self) -> tuple[int, ...]:
        return ()

    async def start(self, at_once: int) -> None:
        """Connect, and install the queue where it is not there yet."""
        await install(self._url)
        self._collecting = asyncio.create_task(self._collect())

    async def warm(self) -> None:
        """Engine workers are ready or not; nothing of theirs is started from here."""

    async def close(self) -> None:
        if self._collecting is not None:
            self._collecting.cancel()
            await asyncio.gather(self._collecting, return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    async def choice(self, task: Task, *, can_wait: bool) -> Choice:
        job = await self._enqueued(task, priority=0 if can_wait else 1)
        answer = self._waiting[job] = asyncio.get_running_loop().create_future()
        self._jobs[task] = job
        # It may have been answered before it was waited for.
        self._answered.set()
        try:
            async with asyncio.timeout(self._patience):
                return _choice_in(await answer)
        except TimeoutError:
            await self._cancelled(job)
            raise SearchFailed(
                f"no engine worker answered within {self._patience:g} seconds: {task}"
            ) from None
        except asyncio.CancelledError:
            await self._cancelled(job)
            raise
        finally:
            del self._waiting[job]
            self._jobs.pop(task, None)

    def before(self, task: Task | None) -> int:
        if task is None:
            return sum(job not in self._waiting for job in self._line.jobs)
        return self._line.before(self._jobs.get(task))

    async def _enqueued(self, task: Task, *, priority: int) -> JobId:
        payload = json.dumps(asdict(task)).encode()
        while True:
            try:
                (job,) = await (await self._connected()).enqueue(JOB, payload, priority)
                return job
            except CONNECTING as error:
                log.warning("a search waits for the database: %s", error)
                await asyncio.sleep(RETRY)

    async def _cancelled(self, job: int) -> None:
        """Have nobody search for it any more, if that can be said just now."""
        with suppress(*CONNECTING):
            await (await self._connected()).mark_job_as_cancelled([JobId(job)])

    async def _collect(self) -> None:
        """Hand out answers as they come."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL if self._waiting else LOOK):
                    await self._answered.wait()
            self._answered.clear()
            try:
                await self._look()
                if not self._waiting:
                    continue
                async with self._store.write() as tx:
                    answers = await search_answers.take(tx, list(self._waiting))
            except Exception as error:
                log.warning("the answers of engine workers can't be read just now: %s", error)
                await asyncio.sleep(RETRY)
                self._answered.set()
                continue
            for job, answer in answers.items():
                waiting = self._waiting.get(job)
                if waiting is not None and not waiting.done():
                    waiting.set_result(answer)

    async def _look(self) -> None:
        """Look through the queue, of all who ask, unless that was done just now."""
        queries = await self._connected()
        now = time.monotonic()
        if now - self._looked_at >= POLL:
            self._looked_at = now
            table = queries.qbe.settings.queue_table
            rows: Any = await queries.driver.fetch(_LINE.format(table), JOB, LONGEST_LINE)
            jobs = tuple(row["id"] for row in rows)
            self._line = _Line(jobs, sum(row["is_picked"] for row in rows))

    async def _connected(self) -> Queries:
        """The queue, connected anew where the connection was lost; answers are heard of."""
        async with self._connecting:
            if self._queries is None or self._connection is None or self._connection.is_closed():
                self._connection = await asyncpg.connect(self._url)
                await self._connection.add_listener(ANSWERED, self._hear)
                self._queries = Queries(AsyncpgDriver(self._connection))
            return self._queries

    def _hear(self, *_: object) -> None:
        self._answered.set()


async def install(address: str) -> None:
    """Make the tables of the queue, or bring them up to date; one process at a time.

    :param address: as `plain_address` gives it.
    """
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("SELECT pg_advisory_lock($1)", _INSTALLATION)
        queries = Queries(AsyncpgDriver(connection))
        if not await queries.schema_is_installed():
            await queries.install()
        await queries.upgrade()
    finally:
        # This lets go of the lock, too.
        await connection.close()


def plain_address(database_url: str) -> str:
    """The address as asyncpg reads it, without the name of a driver."""
    url = make_url(database_url).set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


def _choice_in(answer: Mapping[str, Any]) -> Choice:
    """:raises SearchFailed: where the worker says that there is none."""
    if "failed" in answer:
        raise SearchFailed(str(answer["failed"]))
    found: dict[str, Any] = dict(answer["found"])
    # An engine worker of an earlier version gives no reasons.
    reasons = reasons_in(found.get("reasons", ()))
    found |= {"line": tuple(found["line"]), "values": tuple(found["values"]), "reasons": reasons}
    return Choice(**found)
