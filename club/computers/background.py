"""Work that nobody waits for: begun at once, or when somebody says so.

Handlers of commands and clicks are done when they have answered; a search that takes its time, and
whatever is said of its outcome, goes on without them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from rules.language import language, written_in

Work = Callable[[], Awaitable[None]]

log = logging.getLogger(__name__)


class Background:
    """Work that goes on after whoever asked for it has been answered."""

    def __init__(self, *, at_once: bool) -> None:
        """:param at_once: begin each by itself; else it waits for `begin_waiting` or `do_all`."""
        self.at_once = at_once
        self._waiting: list[tuple[Work, str]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Whether something is to be done, or being done."""
        return bool(self._waiting or self._tasks)

    def begin(self, work: Work) -> None:
        """Have something done, in the language of whoever asks; an error in it is logged."""
        self._waiting.append((work, language()))
        if self.at_once:
            self.begin_waiting()

    def begin_waiting(self) -> None:
        """Begin what waits."""
        waiting, self._waiting = self._waiting, []
        for work, language_of_asker in waiting:
            task = asyncio.create_task(_done(work, language_of_asker))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def do_all(self) -> None:
        """Do what waits, and what comes to it meanwhile, until nothing is left to do."""
        while self.is_busy:
            self.begin_waiting()
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Give up what is under way."""
        self._waiting.clear()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _done(work: Work, language_of_asker: str) -> None:
    try:
        with written_in(language_of_asker):
            await work()
    except Exception:
        log.exception("work in the background failed")
