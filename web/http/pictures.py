"""Pictures, drawn one at a time and cached."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec

from club.limits import CountLimit, TooManyRequests
from presentation.pictures import draw_in_thread
from web.http.cache import PAGE_SECONDS, Cache, Key, Rendered
from web.http.limits import Busy, Limits, VisitorLimits

PICTURE_BYTES = 48 * 2**20

Arguments = ParamSpec("Arguments")


class Pictures:
    """All pictures of the pages."""

    def __init__(self, limits: Limits, visitors: VisitorLimits) -> None:
        """:param visitors: count the pictures of tried moves."""
        self._visitors = visitors
        self._pictures = Cache(PICTURE_BYTES)
        self.figures = Cache(PICTURE_BYTES // 4, PAGE_SECONDS)
        # The bot draws its boards in the same threads, so pages use at most one of them.
        self._thread = asyncio.Semaphore(1)
        self._waiting = CountLimit(limits.waiting_drawings, limits.max_drawings)

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

        :raises Busy: if too many wait to be drawn, of this visitor or of all.
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
        :raises TooManyRequests: if they have to wait.
        :raises Busy: if too many wait to be drawn, of this visitor or of all.
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

        :raises Busy: if too many wait to be drawn, of this visitor or of all.
        """
        return await self._get(
            self.figures, visitor, key, lambda: draw_in_thread(draw, *args, **kwargs)
        )

    async def _get(
        self, cache: Cache, visitor: str, key: Key, draw: Callable[[], Awaitable[bytes]]
    ) -> Rendered:
        async def make() -> Rendered:
            try:
                with self._waiting.one_of(visitor):
                    async with self._thread:
                        body = await draw()
            except TooManyRequests:
                raise Busy from None
            return Rendered(body, "image/gif" if body[:3] == b"GIF" else "image/png")

        return await cache.get(key, make)
