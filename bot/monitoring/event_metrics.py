"""Metrics recorded as things happen: interactions, posts, requests, pictures, event loop lag."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

from bot.interface.context import arrived_at
from club.outbox.delivery import Report
from club.outbox.kinds import CardPost
from presentation.pictures import watch_drawing
from storage.database.store import Store

_BASE = re.compile(r"^/api/v\d+")
_TOKEN = re.compile(r"^/(interactions|webhooks)/\{id\}/[^/]+")
_ID = re.compile(r"/\d+(?=/|$)")
_FAMILY = re.compile(r"^(/[a-z0-9@{}_-]{1,20}){1,8}$")

NO_ANSWER = "none"
"""The status of a request without a response."""

EVERY = 0.25
"""Seconds between two measurements of the event loop's lag."""

ANSWER = "/interactions/{id}/{token}/callback"
"""The route of the first answer to an interaction."""

Subscriber = Callable[[str, str, str, float], None]
"""Called with a request's method, route, status and seconds. The route contains no ids and tokens:
`/channels/{id}/messages`."""


def family_of(path: str) -> str:
    """Return a path without ids and tokens, or `other` if it isn't a known kind of route."""
    family = _ID.sub("/{id}", _BASE.sub("", path))
    family = _TOKEN.sub(r"/\1/{id}/{token}", family)
    return family if _FAMILY.match(family) else "other"


class DiscordCalls:
    """Reports every request to its subscribers. `trace` goes into the client's `http_trace`."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begin)
        self.trace.on_request_end.append(self._end)
        self.trace.on_request_exception.append(self._fail)

    def subscribe(self, subscriber: Subscriber) -> None:
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
        seconds = time.perf_counter() - context.began
        for subscriber in self._subscribers:
            subscriber(method, family_of(path), status, seconds)


class LoopLag:
    """Sleeps repeatedly and measures how late it wakes.

    :param subscriber: called with each lag, in seconds.
    """

    def __init__(self, subscriber: Callable[[float], None]) -> None:
        self._subscriber = subscriber
        self.latest = 0.0
        """The latest lag, in seconds."""

    async def watch(self) -> None:
        """Measure until cancelled."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(EVERY)
            self.latest = max(0.0, time.monotonic() - before - EVERY)
            self._subscriber(self.latest)


_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.modal_submit: "form",
}


class EventMetrics:
    """The metrics of a process, and those recorded as things happen."""

    def __init__(self, store: Store) -> None:
        # The creation time of each series would double the output and isn't used.
        disable_created_metrics()
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        self._interactions = Counter(
            "stairwell_interactions", "Interactions by kind", ["kind"], registry=registry
        )
        self._answers = Histogram(
            "stairwell_answer_seconds",
            "From an interaction to Discord accepting its first answer",
            registry=registry,
            buckets=_SLOW,
        )
        self._posts = Counter(
            "stairwell_posts",
            "Attempts to deliver a post of the outbox",
            ["kind", "outcome"],
            registry=registry,
        )
        self._requests = Counter(
            "stairwell_discord_requests",
            "Requests to Discord by status",
            ["method", "route", "status"],
            registry=registry,
        )
        self._request_times = Histogram(
            "stairwell_discord_request_seconds",
            "Response time of Discord",
            ["method", "route"],
            registry=registry,
            buckets=_SLOW,
        )
        lags = Histogram(
            "stairwell_event_loop_lag_seconds",
            "Delay of a timer on the event loop",
            registry=registry,
            buckets=_FAST,
        )
        waits = Histogram(
            "stairwell_database_wait_seconds",
            "Wait for the start of a transaction",
            ["way"],
            registry=registry,
            buckets=_FAST,
        )
        # Looking up a label takes longer than an observation.
        self._waits = {way: waits.labels(way) for way in ("read", "write")}
        self._pictures = Histogram(
            "stairwell_picture_seconds",
            "Drawing of a picture, including the wait for a thread",
            ["what"],
            registry=registry,
            buckets=_SLOW,
        )
        self.lag = LoopLag(lags.observe)
        store.subscribe_waits(self._note_wait)
        self._stop_watching = watch_drawing(self._note_picture)
        for outcome in ("sent", "postponed", "given_up"):
            self._posts.labels(CardPost.kind, outcome)
        for kind in _KINDS.values():
            self._interactions.labels(kind)

    def note_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Count an interaction."""
        self._interactions.labels(_KINDS.get(interaction.type, "other")).inc()

    def note_call(self, method: str, route: str, status: str, seconds: float) -> None:
        """Record a request to Discord."""
        self._requests.labels(method, route, status).inc()
        self._request_times.labels(method, route).observe(seconds)
        arrival = arrived_at.get()
        if route == ANSWER and status.startswith("2") and arrival is not None:
            self._answers.observe(asyncio.get_running_loop().time() - arrival)

    def note_post(self, report: Report) -> None:
        """Record an attempt to deliver a post."""
        self._posts.labels(report.post.kind, report.outcome).inc()

    def close(self) -> None:
        """Stop recording pictures."""
        self._stop_watching()

    def _note_wait(self, way: str, seconds: float) -> None:
        self._waits[way].observe(seconds)

    def _note_picture(self, kind: str, seconds: float) -> None:
        self._pictures.labels(kind).observe(seconds)
