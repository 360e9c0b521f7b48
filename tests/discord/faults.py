"""Faults that a test can cause: failing, lost and held answers."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import Any

from tests.discord.places import Json


def nameless(route: str) -> str:
    """A route with its placeholders made alike: `/channels/{}/messages`."""
    return re.sub(r"\{[^}]*\}", "{}", route)


def rate_limit(bucket: str) -> dict[str, str]:
    """Return headers that allow five requests at once. Without them, discord.py sends the requests
    of a route one by one."""
    return {
        "X-RateLimit-Bucket": re.sub(r"\W", "", bucket),
        "X-RateLimit-Limit": "5",
        "X-RateLimit-Remaining": "4",
        "X-RateLimit-Reset": "0",
        "X-RateLimit-Reset-After": "1",
    }


@dataclass(slots=True)
class Fault:
    """The next `times` requests on a route get this status; None cuts the connection instead.

    With `carried_out`, Discord carries the request out and only the answer fails.
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
        """Without `Via` discord.py takes a 429 for a ban by Cloudflare."""
        if self.status != 429:
            return {}
        return {"Via": "1.1 google", "Retry-After": str(self.retry_after)}


@dataclass(slots=True)
class Hold:
    """The next request on a route waits, before or after it was carried out, to be released."""

    method: str
    route: str
    carried_out: bool
    saying: str = ""
    """A text that its body contains."""
    request: Any = None
    was_cut: bool = False
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def arrived(self, within: float = 5.0) -> None:
        """Wait until the request is held.

        :raises AssertionError: when it doesn't come in time.
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
        """Close its connection. If it wasn't carried out yet, it never is."""
        self.was_cut = True
        self._released.set()

    async def pause(self, request: Any) -> None:
        """Hold a request. Called by the server."""
        self.request = request
        self._arrived.set()
        await self._released.wait()
