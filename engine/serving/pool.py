"""Searches for a program with an event loop that must never block.

A pool has a bounded number of running searches, and a queue for each server. The queues are served
in turn. The searches run in a `Searches`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Generator
from typing import Any, Generic, TypeVar

from engine.opponent import Choice
from engine.serving.tasks import Searches, SearchFailed, Task

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Queues of items, which take turns to give their oldest item.

    A new queue comes after the existing ones.
    """

    def __init__(self) -> None:
        self._lines: dict[int, deque[Item]] = {}
        """The queues that aren't empty, next one first."""

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def add(self, item: Item, line: int) -> None:
        """Append an item to a queue."""
        self._lines.setdefault(line, deque()).append(item)

    def take(self) -> Item:
        """Remove and return the next item.

        :raises StopIteration: if the queues are empty.
        """
        number = next(iter(self._lines))
        line = self._lines.pop(number)
        item = line.popleft()
        if line:
            self._lines[number] = line
        return item

    def discard(self, item: Item, line: int) -> None:
        """Remove an item if it is waiting."""
        items = self._lines.get(line)
        if items is not None and item in items:
            items.remove(item)
            if not items:
                del self._lines[line]

    def count_ahead(self, item: Item, line: int) -> int:
        """Return how many items come before this one if no more are added.

        :raises ValueError: if it isn't waiting.
        """
        rounds = self._lines[line].index(item)
        count = rounds
        comes_later = False
        for number, others in self._lines.items():
            if number == line:
                comes_later = True
            else:
                count += min(len(others), rounds if comes_later else rounds + 1)
        return count


__all__ = ["Choice", "Pool", "SearchFailed", "Task", "Ticket"]


class Ticket:
    """A requested search. Awaiting it returns its `Choice` or raises `SearchFailed`.

    A cancelled waiter cancels the search.
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
    def count_ahead(self) -> int:
        """The number of searches before it.

        This includes running ones and those of other pools on the same workers. It is 0 once this
        search is running, and can grow by searches of other queues.
        """
        return self._pool.count_ahead(self)

    def cancel(self) -> None:
        """Cancel the search. A finished one is unaffected."""
        self.answer.cancel()


class Pool:
    """Waiting and running searches."""

    def __init__(self, size: int, searches: Searches) -> None:
        """:param size: the number of concurrent searches, at least 1.
        :param searches: runs the searches, and is started and closed by the pool.
        """
        self._size = size
        self._searches = searches
        self._soon: FairQueue[Ticket] = FairQueue()
        self._later: FairQueue[Ticket] = FairQueue()
        self._running: dict[Ticket, asyncio.Task[None]] = {}
        self._is_open = False
        self.done = 0
        """Number of answered searches so far."""
        self.failed = 0
        """Number of failed searches so far."""

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers on this machine."""
        return self._searches.workers

    @property
    def waiting(self) -> int:
        """The number of waiting searches."""
        return len(self._soon) + len(self._later)

    @property
    def running(self) -> int:
        """The number of running searches."""
        return len(self._running)

    async def start(self) -> None:
        """Accept searches from now on."""
        await self._searches.start(self._size)
        self._is_open = True

    async def warm(self) -> None:
        """Prepare for the first search, if possible."""
        if self._is_open and not self._running:
            await self._searches.warm()

    async def close(self) -> None:
        """Cancel all searches and close what runs them."""
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
        """Request a search.

        :param queue: the id of the caller, such as a server. Queues are served in turn.
        :param can_wait: whether it comes after everything that can't wait.
        :raises RuntimeError: before `start` and after `close`.
        """
        if not self._is_open:
            raise RuntimeError("the pool is not running")
        ticket = Ticket(self, task, queue, can_wait=can_wait)
        self._line(ticket).add(ticket, queue)
        ticket.answer.add_done_callback(lambda _: self._forget(ticket))
        self._go_on()
        return ticket

    def count_ahead(self, ticket: Ticket) -> int:
        """Return how many searches come before a ticket's, as in `Ticket.count_ahead`."""
        if ticket.answer.done():
            return 0
        if ticket in self._running:
            return self._searches.count_ahead(ticket.task)
        ahead = len(self._running) + self._line(ticket).count_ahead(ticket, ticket.queue)
        ahead += self._searches.count_ahead(None)
        return ahead + len(self._soon) if ticket.can_wait else ahead

    def _line(self, ticket: Ticket) -> FairQueue[Ticket]:
        return self._later if ticket.can_wait else self._soon

    def _forget(self, ticket: Ticket) -> None:
        """Remove a cancelled ticket."""
        if ticket in self._running:
            self._running[ticket].cancel()
        elif ticket.answer.cancelled():
            self._line(ticket).discard(ticket, ticket.queue)

    def _go_on(self) -> None:
        """Start as many searches as possible."""
        while len(self._running) < self._size and (line := self._soon or self._later):
            ticket = line.take()
            if not ticket.answer.done():
                self._running[ticket] = asyncio.create_task(self._serve(ticket))

    async def _serve(self, ticket: Ticket) -> None:
        # It may be cancelled while it is answered, so its state is checked each time.
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
