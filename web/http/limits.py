"""Limits on requests and streams per visitor."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

from club.limits import RateLimit, TooManyRequests


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one address or member."""

    burst: int = 150
    """Requests in a burst. A page has up to a dozen pictures."""
    per_second: float = 10
    """Requests a second, once the burst is used up."""
    sign_ins: int = 20
    """Requests of sign-in links in a burst."""
    sign_ins_per_second: float = 0.2
    """Requests of sign-in links a second, once the burst is used up."""
    hints: int = 10
    """Hints and replies to wrong moves for one member in a burst. A search takes about a second."""
    hints_per_second: float = 0.2
    """Hints and replies for one member a second, once the burst is used up."""
    drawings: int = 20
    """Pictures of tried moves that are drawn for one visitor in a burst."""
    drawings_per_second: float = 2
    """Pictures of tried moves drawn for one visitor a second, once the burst is used up."""
    waiting_drawings: int = 30
    """Pictures that wait to be drawn for one visitor. A list of matches has 24."""
    max_drawings: int = 60
    """Pictures of all visitors that wait to be drawn. One takes about 0.1 seconds."""
    streams: int = 8
    """Pages followed at the same time."""
    max_streams: int = 1000
    """Pages followed at the same time by all visitors."""
    request_seconds: float = 10
    """Time to send a request before the connection is closed."""
    send_seconds: float = 20
    """Time without progress in sending before the connection is closed."""


Cost = Literal["request", "sign-in", "search", "drawing"]
"""What a request costs. Each kind has its own limit."""


class Busy(Exception):
    """The site has too much to do for this request."""


class VisitorLimits:
    """The limits of each kind of request."""

    def __init__(self, limits: Limits) -> None:
        self._by_cost: dict[Cost, RateLimit] = {
            "request": RateLimit(limits.burst, limits.per_second),
            "sign-in": RateLimit(limits.sign_ins, limits.sign_ins_per_second),
            "search": RateLimit(limits.hints, limits.hints_per_second),
            "drawing": RateLimit(limits.drawings, limits.drawings_per_second),
        }

    def take(self, cost: Cost, visitor: str) -> None:
        """Count a request.

        :param visitor: their address, or the user id of a member.
        :raises TooManyRequests: if the visitor has to wait.
        """
        if self._by_cost[cost].wait_for(visitor):
            raise TooManyRequests


def address_of(request: web.Request) -> str:
    """Return the visitor's address, as reported by a proxy on this machine or network.

    Visitors can send the header too, but the proxy adds the address that it sees at the end, some
    proxies in a line of its own. IPv6 addresses count by their /64 network, which belongs to one
    visitor.
    """
    text = request.remote or ""
    try:
        peer = ipaddress.ip_address(text)
        forwarded = request.headers.getall("X-Forwarded-For", [])
        if forwarded and peer.is_private:
            peer = ipaddress.ip_address(forwarded[-1].rpartition(",")[2].strip())
    except ValueError:
        return text
    if isinstance(peer, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((peer, 64), strict=False))
    return str(peer)


MAX_CONNECTIONS = 2000
"""Maximum number of connections. Further ones are closed at once."""

MAX_LINE_LENGTH = 4096
"""Bytes of a header or of the first line of a request."""

MAX_HEADERS = 64

IDLE_SECONDS = 15.0
"""Time that a connection may be idle between two requests."""


class PatientHandler(RequestHandler):
    """A connection with timeouts for its first request and for receiving responses."""

    __slots__ = ("_limits", "_on_lost", "_sending", "_server", "_waiting")

    def __init__(self, server: web.Server, limits: Limits) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=IDLE_SECONDS,
            lingering_time=2.0,
            max_line_size=MAX_LINE_LENGTH,
            max_field_size=MAX_LINE_LENGTH,
            max_headers=MAX_HEADERS,
            access_log=None,  # pyright: ignore[reportArgumentType] - documented to turn it off
        )
        self._server = server
        self._limits = limits
        self._waiting: asyncio.TimerHandle | None = None
        self._sending: asyncio.TimerHandle | None = None
        self._on_lost: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        is_one_too_many = len(self._server.connections) > MAX_CONNECTIONS
        seconds = 0.0 if is_one_too_many else self._limits.request_seconds
        self._waiting = self._close_after(seconds)

    def note_request(self) -> None:
        """Record a complete request. From then on, `IDLE_SECONDS` apply."""
        _cancel(self._waiting)

    def when_lost(self, on_lost: Callable[[], None]) -> None:
        """Call back once the visitor has left, during the last request of the connection."""
        self._on_lost = on_lost

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Log a failure, unless it is a request that isn't HTTP."""
        if not isinstance(kw.get("exc_info"), HttpProcessingError | web.RequestPayloadError):
            super().log_exception(*args, **kw)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._sending = self._close_after(self._limits.send_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        _cancel(self._sending)

    def connection_lost(self, exc: BaseException | None) -> None:
        super().connection_lost(exc)
        _cancel(self._waiting)
        _cancel(self._sending)
        if self._on_lost is not None:
            self._on_lost()

    def _close_after(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._abort)

    def _abort(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
