"""Searches in worker processes, for a program that runs an event loop and must never wait.

A pool has a bounded number of workers, each with bounded memory, and a line of searches for each
server that asks; the lines are served in turn. Everything that could block happens in threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from engine.fair_queue import FairQueue
from engine.opponent import Choice
from engine.task import Task
from engine.worker import SearchFailed, Worker, WorkerDied

__all__ = ["Choice", "Pool", "SearchFailed", "Task", "Ticket"]

log = logging.getLogger(__name__)

ATTEMPTS = 2
"""Workers that may die over a search before it is given up."""


class Ticket:
    """A search that was asked for. Waiting for it gives its `Choice` or raises `SearchFailed`.

    Whoever waits for it and is cancelled cancels the search.
    """

    def __init__(self, pool: Pool, task: Task, queue: int, *, can_wait: bool) -> None:
        self.task = task
        self.queue = queue
        self.can_wait = can_wait
        self.answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
        self._pool = pool

    def __await__(self) -> Generator[Any, None, Choice]:
        return self.answer.__await__()

    @property
    def before(self) -> int:
        """How many searches come before it, those that are running included.

        It is 0 as soon as this one runs, and can grow by those of other queues, which are served
        in turn.
        """
        return self._pool.before(self)

    def cancel(self) -> None:
        """Search no longer, or not at all; it does nothing to a search that is done."""
        self.answer.cancel()


class Pool:
    """Worker processes that are started when they are needed, and kept until `close`."""

    def __init__(self, size: int, memory: int, patience: float) -> None:
        """
        :param size: how many searches may run at once, at least 1.
        :param memory: the most that each worker may use, in bytes.
        :param patience: seconds after which a worker without an answer is taken to hang.
        """
        self._size = size
        self._memory = memory
        self._patience = patience
        self._soon: FairQueue[Ticket] = FairQueue()
        self._later: FairQueue[Ticket] = FairQueue()
        self._running: dict[Ticket, asyncio.Task[None]] = {}
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._threads: ThreadPoolExecutor | None = None

    @property
    def workers(self) -> tuple[int, ...]:
        """The process numbers of the workers that there are now."""
        every = (worker.pid for worker in (*self._idle, *self._busy))
        return tuple(pid for pid in every if pid is not None)

    async def start(self) -> None:
        """Take searches from now on."""
        self._threads = ThreadPoolExecutor(self._size, thread_name_prefix="search")

    async def close(self) -> None:
        """Cancel all searches and end all workers; none is left when it returns."""
        threads, self._threads = self._threads, None
        if threads is None:
            return
        running = list(self._running.values())
        for line in (self._soon, self._later):
            while line:
                line.take().cancel()
        for ticket in tuple(self._running):
            ticket.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        for worker in self._idle:
            worker.end()
            threads.submit(worker.wait)
        self._idle.clear()
        await asyncio.to_thread(threads.shutdown)

    def ask(self, task: Task, queue: int, *, can_wait: bool = False) -> Ticket:
        """Have a search made.

        :param queue: who asks, such as the server; those who ask are served in turn.
        :param can_wait: it comes after everything that can't.
        :raises RuntimeError: before `start` and after `close`.
        """
        if self._threads is None:
            raise RuntimeError("the pool is not running")
        ticket = Ticket(self, task, queue, can_wait=can_wait)
        self._line(ticket).add(ticket, queue)
        ticket.answer.add_done_callback(lambda _: self._forget(ticket))
        self._go_on()
        return ticket

    def before(self, ticket: Ticket) -> int:
        """How many searches come before a ticket's, as `Ticket.before` tells it."""
        if ticket in self._running or ticket.answer.done():
            return 0
        ahead = len(self._running) + self._line(ticket).before(ticket, ticket.queue)
        return ahead + len(self._soon) if ticket.can_wait else ahead

    def _line(self, ticket: Ticket) -> FairQueue[Ticket]:
        return self._later if ticket.can_wait else self._soon

    def _forget(self, ticket: Ticket) -> None:
        """Take a ticket that was cancelled from where it is."""
        if ticket in self._running:
            self._running[ticket].cancel()
        elif ticket.answer.cancelled():
            self._line(ticket).discard(ticket, ticket.queue)

    def _go_on(self) -> None:
        """Begin as many searches as may run."""
        while len(self._running) < self._size and (line := self._soon or self._later):
            ticket = line.take()
            if not ticket.answer.done():
                self._running[ticket] = asyncio.create_task(self._serve(ticket))

    async def _serve(self, ticket: Ticket) -> None:
        # It may be cancelled just when it is answered, hence the questions whether it is done.
        try:
            choice = await self._choice(ticket.task)
            if not ticket.answer.done():
                ticket.answer.set_result(choice)
        except Exception as error:
            if not ticket.answer.done():
                ticket.answer.set_exception(error)
        finally:
            del self._running[ticket]
            if self._threads is not None:
                self._go_on()

    async def _choice(self, task: Task) -> Choice:
        reasons: list[str] = []
        for _ in range(ATTEMPTS):
            worker = self._idle_worker() or Worker(self._memory)
            self._busy.add(worker)
            search = asyncio.get_running_loop().run_in_executor(self._threads, worker.choice, task)
            try:
                async with asyncio.timeout(self._patience):
                    return await search
            except WorkerDied as death:
                reasons.append(str(death))
            except TimeoutError:
                worker.end()
                reasons.append(f"gave no answer within {self._patience:g} seconds")
            except asyncio.CancelledError:
                worker.end()
                raise
            finally:
                self._busy.remove(worker)
                if not worker.is_ended:
                    self._idle.append(worker)
            log.warning("A worker %s and is replaced: %s", reasons[-1], task)
        raise SearchFailed(f"A worker {', the next one '.join(reasons)}: {task}")

    def _idle_worker(self) -> Worker | None:
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            worker.wait()
        return None
