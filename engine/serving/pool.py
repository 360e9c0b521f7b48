"""Searches for a program that runs an event loop and must never wait.

A pool has a bounded number of searches under way, and a line of searches for each server that asks;
the lines are served in turn. Where the searches are made is for a `Searches` to know.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

from engine.opponent import Choice
from engine.serving.fair_queue import FairQueue
from engine.serving.searches import Searches, SearchFailed
from engine.serving.task import Task

__all__ = ["Choice", "Pool", "SearchFailed", "Task", "Ticket"]


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
        """How many searches come before it, those that are running included, and those of others
        who have theirs made by the same.

        It is 0 as soon as this one runs, and can grow by those of other queues, which are served
        in turn.
        """
        return self._pool.before(self)

    def cancel(self) -> None:
        """Search no longer, or not at all; it does nothing to a search that is done."""
        self.answer.cancel()


class Pool:
    """The searches that wait and those that are under way."""

    def __init__(self, size: int, searches: Searches) -> None:
        """
        :param size: how many searches may be under way at once, at least 1.
        :param searches: what makes them; the pool starts and closes it.
        """
        self._size = size
        self._searches = searches
        self._soon: FairQueue[Ticket] = FairQueue()
        self._later: FairQueue[Ticket] = FairQueue()
        self._running: dict[Ticket, asyncio.Task[None]] = {}
        self._is_open = False
        self.done = 0
        """Searches that were answered since it was made."""
        self.failed = 0
        """Searches that no worker could make."""

    @property
    def workers(self) -> tuple[int, ...]:
        """The process numbers of the workers on this machine, as far as there are any now."""
        return self._searches.workers

    @property
    def waiting(self) -> int:
        """How many searches wait for a worker."""
        return len(self._soon) + len(self._later)

    @property
    def running(self) -> int:
        """How many searches are being made."""
        return len(self._running)

    async def start(self) -> None:
        """Take searches from now on."""
        await self._searches.start(self._size)
        self._is_open = True

    async def warm(self) -> None:
        """Make the first search quicker to begin, where that can be."""
        if self._is_open and not self._running:
            await self._searches.warm()

    async def close(self) -> None:
        """Cancel all searches and close what makes them."""
        if not self._is_open:
            return
        self._is_open = False
        running = list(self._running.values())
        for line in (self._soon, self._later):
            while line:
                line.take().cancel()
        for ticket in tuple(self._running):
            ticket.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self._searches.close()

    def ask(self, task: Task, queue: int, *, can_wait: bool = False) -> Ticket:
        """Have a search made.

        :param queue: who asks, such as the server; those who ask are served in turn.
        :param can_wait: it comes after everything that can't.
        :raises RuntimeError: before `start` and after `close`.
        """
        if not self._is_open:
            raise RuntimeError("the pool is not running")
        ticket = Ticket(self, task, queue, can_wait=can_wait)
        self._line(ticket).add(ticket, queue)
        ticket.answer.add_done_callback(lambda _: self._forget(ticket))
        self._go_on()
        return ticket

    def before(self, ticket: Ticket) -> int:
        """How many searches come before a ticket's, as `Ticket.before` tells it."""
        if ticket.answer.done():
            return 0
        if ticket in self._running:
            return self._searches.before(ticket.task)
        ahead = len(self._running) + self._line(ticket).before(ticket, ticket.queue)
        ahead += self._searches.before(None)
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
            choice = await self._searches.choice(ticket.task, can_wait=ticket.can_wait)
            self.done += 1
            if not ticket.answer.done():
                ticket.answer.set_result(choice)
        except Exception as error:
            self.failed += 1
            if not ticket.answer.done():
                ticket.answer.set_exception(error)
        finally:
            del self._running[ticket]
            if self._is_open:
                self._go_on()
