"""Requests to Discord's REST API, grouped by route, as traced by aiohttp."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

import aiohttp

_BASE = re.compile(r"^/api/v\d+")
_CALLBACK = re.compile(r"^/interactions/(\d+)/")
_TOKEN = re.compile(r"^/(interactions|webhooks)/\{id\}/[^/]+")
_ID = re.compile(r"/\d+(?=/|$)")
_FAMILY = re.compile(r"^(/[a-z0-9@{}_-]{1,20}){1,8}$")

NO_ANSWER = "none"
"""The status of a request without a response."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request and its result."""

    method: str
    route: str
    """Without ids and tokens: `/channels/{id}/messages`."""
    status: str
    seconds: float
    interaction_id: int | None
    """The interaction of which this is the first answer."""


def family_of(path: str) -> str:
    """Return a path without ids and tokens, or `other` if it isn't a known kind of route."""
    family = _ID.sub("/{id}", _BASE.sub("", path))
    family = _TOKEN.sub(r"/\1/{id}/{token}", family)
    return family if _FAMILY.match(family) else "other"


class DiscordCalls:
    """Reports every request to its subscribers. `trace` goes into the client's `http_trace`."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[Call], None]] = []
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begin)
        self.trace.on_request_end.append(self._end)
        self.trace.on_request_exception.append(self._fail)

    def subscribe(self, subscriber: Callable[[Call], None]) -> None:
        """Call a subscriber for every request from now on."""
        self._subscribers.append(subscriber)

    async def _begin(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        context.began = time.perf_counter()

    async def _end(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        # The gateway's WebSocket comes through the same session.
        if params.response.status != 101:
            self._report(context, params.method, params.url.path, str(params.response.status))

    async def _fail(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._report(context, params.method, params.url.path, NO_ANSWER)

    def _report(self, context: SimpleNamespace, method: str, path: str, status: str) -> None:
        callback = _CALLBACK.match(_BASE.sub("", path)) if status.startswith("2") else None
        interaction_id = None if callback is None else int(callback[1])
        seconds = time.perf_counter() - context.began
        call = Call(method, family_of(path), status, seconds, interaction_id)
        for subscriber in self._subscribers:
            subscriber(call)
