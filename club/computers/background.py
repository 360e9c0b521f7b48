"""Background work, such as searches that outlast the handler of a command or click."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from language.texts import language, written_in

Work = Callable[[], Awaitable[None]]

log = logging.getLogger(__name__)


class Background:
    """Runs work independently of the handler that requested it."""

    def __init__(self, *, starts_immediately: bool) -> None:
        """
        :param starts_immediately: start work immediately, instead of in `begin_waiting` or
            `do_all`.
        """
        self.starts_immediately = starts_immediately
        self._waiting: list[tuple[Work, str]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether work is pending or running."""
        return bool(self._waiting or self._tasks)

    def begin(self, work: Work) -> None:
        """Start or queue work in the current language. Its errors are logged."""
        self._waiting.append((work, language()))
        if self.starts_immediately:
            self.begin_waiting()

    def begin_waiting(self) -> None:
        """Start all pending work."""
        waiting, self._waiting = self._waiting, []
        for work, work_language in waiting:
            task = asyncio.create_task(_run(work, work_language))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def do_all(self) -> None:
        """Run all work, including any that is added meanwhile, to completion."""
        while self.is_busy:
            self.begin_waiting()
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Cancel all work."""
        self._waiting.clear()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _run(work: Work, work_language: str) -> None:
    try:
        with written_in(work_language):
            await work()
    except Exception:
        log.exception("background work failed")
