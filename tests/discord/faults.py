"""What a test can make go wrong on the wire: failing answers, lost ones, and held ones."""

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
    """Headers that leave room for five requests at once; without them discord.py sends a route's
    requests one after another."""
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

    With `carried_out` Discord does what was asked and only the answer goes wrong.
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
    """What is somewhere in its body."""
    request: Any = None
    was_cut: bool = False
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    async def arrived(self, within: float = 5.0) -> None:
        """Return once the request is held.

        :raises AssertionError: when it doesn't come in time.
        """
        try:
            await asyncio.wait_for(self._arrived.wait(), within)
        except TimeoutError:
            words = f"no {self.method} {self.route} arrived within {within:g} s"
            raise AssertionError(words) from None

    def release(self) -> None:
        """Let it go on as if it had only been slow."""
        self._released.set()

    def cut(self) -> None:
        """Close its connection; what was not carried out yet never is."""
        self.was_cut = True
        self._released.set()

    async def pause(self, request: Any) -> None:
        """Called by the server with the request that it holds."""
        self.request = request
        self._arrived.set()
        await self._released.wait()
