"""Timeouts for slow connections."""

from __future__ import annotations

import asyncio

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from web.server.limits import Limits

MAX_CONNECTIONS = 2000
"""Maximum number of connections. Further ones are closed at once."""

MAX_LINE_LENGTH = 4096
"""Bytes of a header or of the first line of a request."""

MAX_HEADERS = 64

IDLE_SECONDS = 15.0
"""Time that a connection may be idle between two requests."""


class PatientHandler(RequestHandler):
    """A connection with timeouts for its first request and for receiving responses."""

    __slots__ = ("_limits", "_sending", "_server", "_waiting")

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

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        is_one_too_many = len(self._server.connections) > MAX_CONNECTIONS
        seconds = 0.0 if is_one_too_many else self._limits.request_seconds
        self._waiting = self._close_after(seconds)

    def note_request(self) -> None:
        """Record a complete request. From then on, `IDLE_SECONDS` apply."""
        _cancel(self._waiting)

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

    def _close_after(self, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._abort)

    def _abort(self) -> None:
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
