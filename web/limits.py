"""What one address may ask for: so many requests at once, and so many streams."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from aiohttp import web

MOST_ADDRESSES = 20_000
"""Addresses that are remembered."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one address may do."""

    burst: int = 150
    """Requests at once: a page has a dozen pictures at most."""
    a_second: float = 10
    """Requests a second, once the burst is used up."""
    streams: int = 8
    """Pages followed at the same time."""
    most_streams: int = 1000
    """Pages followed at the same time by all addresses together."""
    request_seconds: float = 10
    """A connection that has sent no whole request by then is closed."""
    send_seconds: float = 20
    """A connection that has taken nothing of what is sent for so long is closed."""


class TooMany(Exception):
    """An address has asked for more than it may."""


class RequestLimit:
    """A token bucket for each address."""

    def __init__(self, limits: Limits) -> None:
        self._burst = limits.burst
        self._a_second = limits.a_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Tokens left, and when that was computed."""

    def take(self, address: str) -> None:
        """Count a request.

        :raises TooMany: if the address has to wait.
        """
        now = time.monotonic()
        left, at = self._buckets.pop(address, (float(self._burst), now))
        left = min(self._burst, left + (now - at) * self._a_second)
        self._buckets[address] = (left - 1 if left >= 1 else left), now
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        if left < 1:
            raise TooMany


class StreamLimit:
    """Counts the streams of each address, and of all."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._streams: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """The number of open streams."""
        return self._streams.total()

    @contextmanager
    def stream(self, address: str) -> Generator[None]:
        """Count a stream while it is open.

        :raises TooMany: if there are too many already.
        """
        is_full = self.count >= self._limits.most_streams
        if is_full or self._streams[address] >= self._limits.streams:
            raise TooMany
        self._streams[address] += 1
        try:
            yield
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]


def address_of(request: web.Request) -> str:
    """The visitor's address: behind a proxy on this machine or network, the one that it reports.

    Addresses of IPv6 count by network, of which a visitor has all addresses.
    """
    text = request.remote or ""
    try:
        peer = ipaddress.ip_address(text)
        forwarded = request.headers.get("X-Forwarded-For", "")
        if forwarded and peer.is_private:
            # The proxy adds the address that it sees at the end.
            peer = ipaddress.ip_address(forwarded.rpartition(",")[2].strip())
    except ValueError:
        return text
    if isinstance(peer, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((peer, 64), strict=False))
    return str(peer)
