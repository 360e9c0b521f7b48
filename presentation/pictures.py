"""Pictures drawn in worker threads, and animations, a few at a time with progress reports."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from language.texts import gettext, ngettext
from rendering import Scene, alt_text, draw
from rendering.animation import animation

MAX_CONCURRENT = 2
"""Maximum number of animations drawn concurrently."""

PAUSE = 2.0
"""Seconds between progress reports, because Discord limits edits."""

Report = Callable[[str], Awaitable[object]]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

DEFAULT_WIDTH = 900
"""Width in pixels of a board that is the main content of a page."""

Watcher = Callable[[str, float], None]
"""A function that takes the name of a drawing function and its duration in seconds."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with its alt text. Without bytes, one that was already sent."""

    alt: str
    data: bytes | None = None


async def scene_picture(scene: Scene, width: int = DEFAULT_WIDTH) -> Picture:
    """Draw a scene."""
    return Picture(alt_text(scene), await draw_in_thread(draw, scene, width))


_watchers: list[Watcher] = []


async def draw_in_thread(
    draw: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Run a drawing function in a worker thread and report the time it took."""
    began = time.perf_counter()
    picture = await asyncio.to_thread(draw, *args, **kwargs)
    took = time.perf_counter() - began
    for watcher in tuple(_watchers):
        watcher(draw.__name__, took)
    return picture


def watch_drawing(watcher: Watcher) -> Callable[[], None]:
    """Register a watcher to be called for every drawn picture.

    :returns: a function that unregisters it.
    """
    _watchers.append(watcher)
    return lambda: _watchers.remove(watcher)


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
