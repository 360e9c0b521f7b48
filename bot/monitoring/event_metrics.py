"""Metrics recorded as things happen: interactions, posts, requests, waits and pictures."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import discord
from prometheus_client import CollectorRegistry, Counter, Histogram

from bot.interactions.present import present_interaction
from bot.monitoring.discord_calls import Call
from club.outbox.claims import Report
from club.outbox.kinds import BoardPost

MAX_ARRIVALS = 2_000
"""Maximum number of interactions whose arrival is remembered."""

_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.modal_submit: "form",
}


@dataclass(slots=True)
class _Arrival:
    """The arrival of an interaction, and which of its results have been timed."""

    at: float
    kind: str
    is_answered: bool = False
    has_card: bool = False


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
        self._arrivals: OrderedDict[int, _Arrival] = OrderedDict()
        for kind in _KINDS.values():
            self._interactions.labels(kind)
            self._answer.labels(kind)

    def note_arrival(self, interaction: discord.Interaction[Any]) -> None:
        """Count an interaction."""
        kind = _KINDS.get(interaction.type, "other")
        self._interactions.labels(kind).inc()
        self._arrivals[interaction.id] = _Arrival(time.monotonic(), kind)
        if len(self._arrivals) > MAX_ARRIVALS:
            self._arrivals.popitem(last=False)

    def note_answer(self, interaction_id: int) -> None:
        """Time the first answer to an interaction."""
        arrival = self._arrivals.get(interaction_id)
        if arrival is not None and not arrival.is_answered:
            arrival.is_answered = True
            self._answer.labels(arrival.kind).observe(time.monotonic() - arrival.at)

    def note_card(self) -> None:
        """Time the first board posted because of the current interaction."""
        arrival = self._arrivals.get(present_interaction.get() or 0)
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
