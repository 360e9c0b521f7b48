"""Metrics recorded as things happen: interactions, posts, requests, pictures, event loop lag."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from cachetools import FIFOCache
from prometheus_client import CollectorRegistry, Counter, Histogram

from bot.interface.context import current_interaction
from club.outbox.delivery import Report
from club.outbox.kinds import BoardPost

_BASE = re.compile(r"^/api/v\d+")
_CALLBACK = re.compile(r"^/interactions/(\d+)/")
_TOKEN = re.compile(r"^/(interactions|webhooks)/\{id\}/[^/]+")
_ID = re.compile(r"/\d+(?=/|$)")
_FAMILY = re.compile(r"^(/[a-z0-9@{}_-]{1,20}){1,8}$")

NO_ANSWER = "none"
"""The status of a request without a response."""

EVERY = 0.25
"""Seconds between two measurements of the event loop's lag."""

WINDOW = 60.0
"""Seconds over which the worst lag is reported."""

MAX_ARRIVALS = 2_000
"""Maximum number of interactions whose arrival is remembered."""


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


class LoopLag:
    """Sleeps repeatedly and measures how late it wakes.

    :param subscriber: called with each lag, in seconds.
    """

    def __init__(self, subscriber: Callable[[float], None]) -> None:
        self._subscriber = subscriber
        self._lags: deque[tuple[float, float]] = deque(maxlen=round(WINDOW / EVERY))

    @property
    def latest(self) -> float:
        """The latest lag, in seconds."""
        return self._lags[-1][1] if self._lags else 0.0

    @property
    def worst(self) -> float:
        """The greatest lag of the last minute, in seconds."""
        since = time.monotonic() - WINDOW
        return max((lag for at, lag in self._lags if at >= since), default=0.0)

    async def watch(self) -> None:
        """Measure until cancelled."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(EVERY)
            now = time.monotonic()
            lag = max(0.0, now - before - EVERY)
            self._lags.append((now, lag))
            self._subscriber(lag)


_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.modal_submit: "form",
}


class InteractionMetrics:
    """Counts interactions, and times their answers and the cards that follow."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._interactions = Counter(
            "stairwell_interactions", "Interactions by kind", ["kind"], registry=registry
        )
        self._answer = Histogram(
            "stairwell_answer_seconds",
            "From an interaction to Discord accepting its first answer",
            ["kind"],
            registry=registry,
            buckets=_SLOW,
        )
        self._card = Histogram(
            "stairwell_card_seconds",
            "From an interaction to the posting of the board it led to",
            registry=registry,
            buckets=_SLOW,
        )
        self._arrivals = FIFOCache[int, _Arrival](MAX_ARRIVALS)
        for kind in _KINDS.values():
            self._interactions.labels(kind)
            self._answer.labels(kind)

    def note_arrival(self, interaction: discord.Interaction[Any]) -> None:
        """Count an interaction."""
        kind = _KINDS.get(interaction.type, "other")
        self._interactions.labels(kind).inc()
        self._arrivals[interaction.id] = _Arrival(time.monotonic(), kind)

    def note_answer(self, interaction_id: int) -> None:
        """Time the first answer to an interaction."""
        arrival = self._arrivals.get(interaction_id)
        if arrival is not None and not arrival.is_answered:
            arrival.is_answered = True
            self._answer.labels(arrival.kind).observe(time.monotonic() - arrival.at)

    def note_card(self) -> None:
        """Time the first board posted because of the current interaction."""
        arrival = self._arrivals.get(current_interaction.get() or 0)
        if arrival is not None and not arrival.has_card:
            arrival.has_card = True
            self._card.observe(time.monotonic() - arrival.at)


class EventMetrics:
    """All metrics recorded as things happen."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.interactions = InteractionMetrics(registry)
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
        self._lag = Histogram(
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
        for outcome in ("sent", "postponed", "given_up"):
            self._posts.labels(BoardPost.kind, outcome)

    def note_call(self, call: Call) -> None:
        """Record a request to Discord."""
        self._requests.labels(call.method, call.route, call.status).inc()
        self._request_times.labels(call.method, call.route).observe(call.seconds)
        if call.interaction_id is not None:
            self.interactions.note_answer(call.interaction_id)

    def note_post(self, report: Report) -> None:
        """Record an attempt to deliver a post."""
        self._posts.labels(report.post.kind, report.outcome).inc()
        if isinstance(report.post, BoardPost) and report.outcome == "sent":
            self.interactions.note_card()

    def note_lag(self, seconds: float) -> None:
        """Record a delay of the event loop."""
        self._lag.observe(seconds)

    def note_wait(self, way: str, seconds: float) -> None:
        """Record the wait for a transaction.

        :param way: `read` or `write`.
        """
        self._waits[way].observe(seconds)

    def note_picture(self, kind: str, seconds: float) -> None:
        """Record the drawing of a picture."""
        self._pictures.labels(kind).observe(seconds)


@dataclass(slots=True)
class _Arrival:
    """The arrival of an interaction, and which of its results have been timed."""

    at: float
    kind: str
    is_answered: bool = False
    has_card: bool = False
