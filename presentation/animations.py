"""Animations, drawn a few at a time with progress reports."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from language.texts import gettext, ngettext
from rendering import Scene
from rendering.animation import animation

MAX_CONCURRENT = 2
"""Maximum number of animations drawn concurrently."""

PAUSE = 2.0
"""Seconds between progress reports, because Discord limits edits."""

Report = Callable[[str], Awaitable[object]]


class Animations:
    """Draws animations in worker threads.

    :param pause: seconds between progress reports.
    """

    def __init__(self, pause: float = PAUSE) -> None:
        self._semaphore = asyncio.Semaphore(MAX_CONCURRENT)
        self._pause = pause

    async def make(self, scenes: Sequence[Scene], limit: int, report: Report) -> bytes:
        """Draw an animation of scenes as a GIF.

        :param limit: the maximum size in bytes.
        :param report: shows a progress report to the user.
        :raises ValueError: if the limit is too small.
        """
        if self._semaphore.locked():
            await report(gettext("Waiting for other animations…"))
        async with self._semaphore:
            progress = _Progress(len(scenes))
            work = asyncio.create_task(asyncio.to_thread(animation, scenes, limit, progress.update))
            last_words = None
            try:
                while not (await asyncio.wait({work}, timeout=self._pause))[0]:
                    # Each report edits the message.
                    if (words := progress.words) != last_words:
                        await report(words)
                        last_words = words
                return work.result()
            finally:
                # A thread can't be cancelled. It stops at its next board.
                progress.is_wanted = False
                work.cancel()


class _Progress:
    """Progress shared by the drawing thread and the event loop."""

    def __init__(self, total: int) -> None:
        self.is_wanted = True
        self._done, self._total = 0, total

    @property
    def words(self) -> str:
        return ngettext(
            "Drawing… {done} of {count} board",
            "Drawing… {done} of {count} boards",
            self._total,
            done=self._done,
        )

    def update(self, done: int, total: int) -> None:
        if not self.is_wanted:
            raise InterruptedError("the animation was cancelled")
        self._done, self._total = done, total
