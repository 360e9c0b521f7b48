"""Faults that a test can inject: failed, lost and delayed responses."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

from tests.discord.places import Json
from tests.discord.waiting import SOON


def without_names(route: str) -> str:
    """Return a route without the names of its placeholders: `/channels/{}/messages`."""
    return re.sub(r"\{[^}]*\}", "{}", route)


def rate_limit(bucket: str) -> dict[str, str]:
    """Return headers that allow five requests at once.

    Without them, discord.py sends the requests to a route one by one.
    """
    return {
        "X-RateLimit-Bucket": re.sub(r"\W", "", bucket),
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "4",
        "X-RateLimit-Reset": "0",
        "X-RateLimit-Reset-After": "1",
    }


@dataclass(slots=True)
class Fault:
    """A status with which the next `times` requests to a route fail.

    A status of None cuts the connection. With `carried_out`, Discord carries the request out and
    only the response fails.
    """

    method: str
    route: str
    status: int | None
    code: int
    words: str
    retry_after: float
    carried_out: bool
    times: int

    @property
    def body(self) -> Json:
        body: Json = {"code": self.code, "message": self.words}
        if self.status == 429:
            body |= {"retry_after": self.retry_after, "global": False}
        return body

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a 429. Without `Via`, discord.py assumes a ban by Cloudflare."""
        if self.status != 429:
            return {}
        return {"Via": "1.1 google", "Retry-After": str(self.retry_after)}


@dataclass(slots=True)
class Hold:
    """A hold on the next request to a route, before or after it is carried out."""

    method: str
    route: str
    carried_out: bool
    containing: str = ""
    """Text that the body must contain."""
    request: Any = None
    is_cut: bool = False
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait_for_request(self, within: float = SOON) -> None:
        """Wait until the request is held.

        :raises AssertionError: if it doesn't arrive in time.
        """
        try:
            await asyncio.wait_for(self._arrived.wait(), within)
        except TimeoutError:
            words = f"no {self.method} {self.route} arrived within {within:g} s"
            raise AssertionError(words) from None

    def release(self) -> None:
        """Continue as if the request had only been slow."""
        self._released.set()

    def cut(self) -> None:
        """Close its connection. If it hasn't been carried out yet, it never will be."""
        self.is_cut = True
        self._released.set()

    async def pause(self, request: Any) -> None:
        """Hold a request. Called by the server."""
        self.request = request
        self._arrived.set()
        await self._released.wait()
