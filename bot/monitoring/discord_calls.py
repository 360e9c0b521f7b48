"""Every request to Discord's REST API, by the family of its route, as aiohttp tells of it."""

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
"""The status of a request to which nothing came back."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request, and what came back."""

    method: str
    route: str
    """The family of the route, without ids and tokens: `/channels/{id}/messages`."""
    status: str
    seconds: float
    answers: int | None
    """The interaction that it is the first answer to."""


def family_of(path: str) -> str:
    """The family of a route: its path without ids, tokens and whatever else is not one of few."""
    named = _ID.sub("/{id}", _BASE.sub("", path))
    named = _TOKEN.sub(r"/\1/{id}/{token}", named)
    return named if _FAMILY.match(named) else "other"


class DiscordCalls:
    """Tells its subscribers of every request. `trace` is for the client's `http_trace`."""

    def __init__(self) -> None:
        self._subscribers: list[Callable[[Call], None]] = []
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begin)
        self.trace.on_request_end.append(self._end)
        self.trace.on_request_exception.append(self._fail)

    def subscribe(self, subscriber: Callable[[Call], None]) -> None:
        """Tell somebody of every request from now on."""
        self._subscribers.append(subscriber)

    async def _begin(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        asked: aiohttp.TraceRequestStartParams,
    ) -> None:
        context.began = time.perf_counter()

    async def _end(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        # The gateway's WebSocket comes through the same session.
        if ended.response.status != 101:
            self._tell(context, ended.method, ended.url.path, str(ended.response.status))

    async def _fail(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        failed: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._tell(context, failed.method, failed.url.path, NO_ANSWER)

    def _tell(self, context: SimpleNamespace, method: str, path: str, status: str) -> None:
        found = _CALLBACK.match(_BASE.sub("", path)) if status.startswith("2") else None
        answers = None if found is None else int(found[1])
        seconds = time.perf_counter() - context.began
        call = Call(method, family_of(path), status, seconds, answers)
        for subscriber in self._subscribers:
            subscriber(call)
