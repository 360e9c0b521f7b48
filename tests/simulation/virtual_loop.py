"""An event loop with virtual time and a seeded schedule.

Nothing waits for the real clock: when no task can run, time jumps to the next timer. Among the
tasks that can run, a seeded generator of random numbers picks the next. So a seed repeats a run
exactly, as long as it uses no threads, processes or sockets. Work for an executor is done in line.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, TypeVar
from unittest.mock import patch

import discord

T = TypeVar("T")

EPOCH = datetime(2026, 11, 22, 12, tzinfo=UTC)
"""The date of virtual time zero."""


class Deadlock(Exception):
    """No task can run, and no timer will ever wake one."""


class VirtualSelector(selectors.DefaultSelector):
    """A selector that advances virtual time instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None:
            raise Deadlock
        self.now += timeout
        return ready


class ShuffledQueue(deque[Any]):
    """The callbacks that are ready to run.

    Steps of tasks may overtake each other. Other callbacks keep their order, because protocols and
    futures rely on it.
    """

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random

    def popleft(self) -> Any:
        steps = [at for at, handle in enumerate(self) if is_step(handle)]
        if len(steps) < 2 or steps[0] != 0:
            return super().popleft()
        at = self._random.choice(steps)
        handle = self[at]
        del self[at]
        return handle


def is_step(handle: asyncio.Handle) -> bool:
    """Whether a handle starts or resumes a task."""
    callback = handle._callback  # pyright: ignore[reportAttributeAccessIssue]
    owner = getattr(callback, "__self__", None)
    return isinstance(owner, asyncio.Task) or "TaskStep" in type(callback).__name__


class VirtualLoop(asyncio.SelectorEventLoop):
    """The event loop. `shuffled=False` keeps the queue's order, for identical runs."""

    def __init__(self, seed: int, *, shuffled: bool = True) -> None:
        self._virtual = VirtualSelector()
        super().__init__(self._virtual)
        self.random = Random(seed)
        self.slept = timedelta()
        """How long the machine has slept, during which only its wall clock goes on."""
        if shuffled:
            self._ready = ShuffledQueue(self.random)

    def time(self) -> float:
        return self._virtual.now

    def utcnow(self) -> datetime:
        return EPOCH + timedelta(seconds=self.time()) + self.slept

    def run_in_executor(  # pyright: ignore[reportIncompatibleMethodOverride]
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def virtual_clocks(loop: VirtualLoop) -> Iterator[None]:
    """Make all clocks of the bot and the loopback Discord show the loop's time within the block."""
    with (
        patch.object(time, "monotonic", loop.time),
        patch.object(time, "time", lambda: loop.utcnow().timestamp()),
        patch.object(discord.utils, "utcnow", loop.utcnow),
    ):
        yield


def run(story: Callable[[], Coroutine[Any, Any, T]], seed: int, *, shuffled: bool = True) -> T:
    """Run a coroutine on a new loop, and cancel remaining tasks.

    :raises Deadlock: if it waits for something that never happens.
    """
    loop = VirtualLoop(seed, shuffled=shuffled)
    asyncio.set_event_loop(loop)
    try:
        with virtual_clocks(loop):
            try:
                return loop.run_until_complete(story())
            finally:
                loop.run_until_complete(cancel_all(loop))
    finally:
        asyncio.set_event_loop(None)
        loop.close()


async def cancel_all(loop: asyncio.AbstractEventLoop, *spared: asyncio.Task[Any]) -> None:
    """Cancel every task except this one and some others, and wait for them to end."""
    current = asyncio.current_task()
    tasks = [each for each in asyncio.all_tasks(loop) if each is not current and each not in spared]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def pause(random: Random, longest: float) -> None:
    """Yield to other tasks for a random time, often none."""
    await asyncio.sleep(random.choice((0.0, 0.0, random.random() * longest)))


Waiting = Callable[[], Awaitable[None]]
