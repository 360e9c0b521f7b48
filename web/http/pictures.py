"""Pictures, drawn one at a time in turns by visitor, and cached."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import ParamSpec

from presentation.pictures import draw_in_thread
from web.http.cache import PAGE_SECONDS, Cache, Key, Rendered
from web.http.limits import Busy, Limits, VisitorLimits

PICTURE_BYTES = 48 * 2**20

Arguments = ParamSpec("Arguments")


class Turns:
    """Lets pictures be drawn one at a time, each visitor's in turn.

    :param max_waiting: the maximum number of waiting pictures.
    """

    def __init__(self, max_waiting: int) -> None:
        self._max_waiting = max_waiting
        self._is_drawing = False
        self._waiting: dict[Key, asyncio.Future[None]] = {}
        self._queues: dict[str, dict[Key, None]] = {}
        """The pictures that each visitor waits for, by the order of turns."""

    def join(self, visitor: str, key: Key) -> None:
        """Let one more visitor wait for a picture, if it is waiting.

        Its turn is then that of the first of its visitors.
        """
        if key in self._waiting:
            self._queues.setdefault(visitor, {})[key] = None

    @asynccontextmanager
    async def turn(self, visitor: str, key: Key) -> AsyncGenerator[None]:
        """Wait for the turn of a picture that isn't waiting yet.

        :raises Busy: if too many wait already. If one visitor waits for more pictures than the
            others, it is their latest one that is refused.
        """
        if self._is_drawing:
            self._make_room(visitor)
            self._waiting[key] = turn = asyncio.get_running_loop().create_future()
            self.join(visitor, key)
            await turn
        self._is_drawing = True
        try:
            yield
        finally:
            self._is_drawing = bool(self._waiting)
            if self._waiting:
                self._begin_next()

    def _begin_next(self) -> None:
        visitor, keys = next(iter(self._queues.items()))
        # The visitor's next turn comes after everyone else's.
        self._queues[visitor] = self._queues.pop(visitor)
        self._remove(next(iter(keys))).set_result(None)

    def _make_room(self, visitor: str) -> None:
        if len(self._waiting) < self._max_waiting:
            return
        longest = max(self._queues.values(), key=len)
        own = self._queues.get(visitor, {})
        latest = next((key for key in reversed(longest) if self._waits_for_one(key)), None)
        if latest is None or len(longest) <= len(own) + 1:
            raise Busy
        self._remove(latest).set_exception(Busy())

    def _waits_for_one(self, key: Key) -> bool:
        """Whether only one visitor waits for a picture."""
        return sum(key in keys for keys in self._queues.values()) == 1

    def _remove(self, key: Key) -> asyncio.Future[None]:
        for visitor, keys in list(self._queues.items()):
            keys.pop(key, None)
            if not keys:
                del self._queues[visitor]
        return self._waiting.pop(key)


class Pictures:
    """All pictures of the pages."""

    def __init__(self, limits: Limits, visitors: VisitorLimits) -> None:
        """:param visitors: count the pictures of tried moves."""
        self._visitors = visitors
        self._pictures = Cache(PICTURE_BYTES)
        self.figures = Cache(PICTURE_BYTES // 4, PAGE_SECONDS)
        # The bot draws its boards in the same threads, so pages use at most one of them.
        self._turns = Turns(limits.max_drawings)

    def kept(self, key: Key) -> Rendered | None:
        """Return a picture without names if it is cached."""
        return self._pictures.kept(key)

    async def get(
        self,
        visitor: str,
        key: Key,
        draw: Callable[Arguments, bytes],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Rendered:
        """Return a picture without names, cached under its key.

        :raises Busy: if too many others wait to be drawn.
        """
        return await self._get(
            self._pictures, visitor, key, lambda: draw_in_thread(draw, *args, **kwargs)
        )

    async def tried(
        self,
        visitor: str,
        key: Key,
        draw: Callable[Arguments, bytes],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Rendered:
        """Return a picture of moves that a visitor tries. There are any number of them.

        :param visitor: whose limit a picture counts for if it isn't cached.
        :raises TooMany: if they have to wait.
        :raises Busy: if too many others wait to be drawn.
        """
        if key not in self._pictures:
            self._visitors.take("drawing", visitor)
        return await self.get(visitor, key, draw, *args, **kwargs)

    async def figure(
        self,
        visitor: str,
        key: Key,
        draw: Callable[Arguments, bytes],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Rendered:
        """Return a picture with names, cached briefly, because members may hide.

        :raises Busy: if too many others wait to be drawn.
        """
        return await self._get(
            self.figures, visitor, key, lambda: draw_in_thread(draw, *args, **kwargs)
        )

    async def _get(
        self, cache: Cache, visitor: str, key: Key, draw: Callable[[], Awaitable[bytes]]
    ) -> Rendered:
        async def make() -> Rendered:
            async with self._turns.turn(visitor, key):
                body = await draw()
            return Rendered(body, "image/gif" if body[:3] == b"GIF" else "image/png")

        self._turns.join(visitor, key)
        return await cache.get(key, make)
