"""Making animations, a few at a time, while whoever waits for one is told how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from rendering import Scene
from rendering.animation import animation
from rules.language import gettext, ngettext

AT_ONCE = 2
"""Animations made at the same time, for all servers together."""

PAUSE = 2.0
"""Seconds between two words about how far one is: Discord takes only so many edits."""

Tell = Callable[[str], Awaitable[object]]


class Animations:
    """Makes them, in worker threads.

    :param pause: seconds between two words about how far one is.
    """

    def __init__(self, pause: float = PAUSE) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)
        self._pause = pause

    async def made(self, scenes: Sequence[Scene], limit: int, tell: Tell) -> bytes:
        """The animation of these scenes, as a GIF.

        :param limit: bytes that it may have at most.
        :param tell: says to who waits what there is to say of it.
        :raises ValueError: where the limit is too small for any.
        """
        if self._places.locked():
            await tell(gettext("Other animations are drawn first; yours is next in line …"))
        async with self._places:
            progress = _Progress(len(scenes))
            work = asyncio.create_task(asyncio.to_thread(animation, scenes, limit, progress.now_at))
            told = None
            try:
                while not (await asyncio.wait({work}, timeout=self._pause))[0]:
                    # Each word is an edit of the message.
                    if (words := progress.words) != told:
                        await tell(words)
                        told = words
                return work.result()
            finally:
                # A thread can't be ended from outside; at its next board it ends itself.
                progress.is_wanted = False
                work.cancel()


class _Progress:
    """How far one has come; what the thread that draws and the one that tells share."""

    def __init__(self, total: int) -> None:
        self.is_wanted = True
        self._done, self._total = 0, total

    @property
    def words(self) -> str:
        return ngettext(
            "Drawing … {done} of {count} board",
            "Drawing … {done} of {count} boards",
            self._total,
            done=self._done,
        )

    def now_at(self, done: int, total: int) -> None:
        if not self.is_wanted:
            raise InterruptedError("nobody waits for this animation any more")
        self._done, self._total = done, total
