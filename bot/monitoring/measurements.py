"""What is measured, for Prometheus. No label tells who or where: only kinds, routes and games.

Most of it is told by the parts of the bot as it happens. What is a state is asked for when somebody
looks, by two short questions to the database at most.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot.interactions.present import present_interaction
from bot.monitoring.discord_calls import Call, DiscordCalls
from bot.monitoring.event_loop import LoopLag
from bot.monitoring.watched import Watched, shards_of
from club.outbox.claims import Report
from club.outbox.kinds import BoardPost
from presentation.pictures import watch_drawing
from rules.registry import GAMES
from storage.matches import match_lists, outbox

REMEMBERED = 2_000
"""Interactions of which it is known when they came, until they are answered."""

DATABASE_PATIENCE = 5.0
"""Seconds within which the database has to tell what is asked of it."""

_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SLOW = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Came:
    """An interaction that was taken up."""

    at: float
    kind: str
    is_answered: bool = False
    has_card: bool = False


class _Totals:
    """A counter with one label, of things that are counted elsewhere."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._noted: dict[str, int] = {}

    def note(self, label: str, total: int) -> None:
        """Bring a label up to the present total."""
        self._counter.labels(label).inc(total - self._noted.get(label, 0))
        self._noted[label] = total


class Measurements:
    """All figures of one bot."""

    def __init__(self, watched: Watched, calls: DiscordCalls, version: str) -> None:
        self._watched = watched
        self._came: OrderedDict[int, _Came] = OrderedDict()
        # When a figure was first told is of no use, and would be half of all lines.
        disable_created_metrics()
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)

        def counter(name: str, words: str, *labels: str) -> Counter:
            return Counter(f"stairwell_{name}", words, labels, registry=registry)

        def gauge(name: str, words: str, *labels: str) -> Gauge:
            return Gauge(f"stairwell_{name}", words, labels, registry=registry)

        def histogram(
            name: str, words: str, *labels: str, buckets: tuple[float, ...] = _SLOW
        ) -> Histogram:
            return Histogram(f"stairwell_{name}", words, labels, registry=registry, buckets=buckets)

        gauge("build_info", "The version that runs", "version").labels(version).set(1)
        self._healthy = gauge("healthy", "1 where nothing is wrong, as /healthz says")
        self._healthy.set(math.nan)
        self._lag = histogram(
            "event_loop_lag_seconds", "How much too late the event loop wakes", buckets=_FAST
        )
        self._worst_lag = gauge(
            "event_loop_lag_worst_seconds", "The greatest lag of the last minute"
        )
        self._interactions = counter("interactions", "What people typed and clicked", "kind")
        self._answer = histogram(
            "answer_seconds", "From an interaction to Discord taking its first answer", "kind"
        )
        self._card = histogram(
            "card_seconds", "From an interaction to the board that it led to being posted"
        )
        self._posts = counter("posts", "Attempts at delivering the outbox", "kind", "outcome")
        self._waiting = gauge("outbox_waiting", "Posts that are not delivered yet")
        self._oldest = gauge("outbox_oldest_age_seconds", "Age of the oldest of them")
        self._requests = counter(
            "discord_requests",
            "Requests to Discord, by what came back",
            "method",
            "route",
            "status",
        )
        self._request_times = histogram(
            "discord_request_seconds", "How long Discord takes", "method", "route"
        )
        self._servers = gauge("servers", "Servers that the bot is in")
        self._shard_up = gauge("shard_connected", "1 where a shard is connected", "shard")
        self._shard_latency = gauge("shard_latency_seconds", "Of the latest heartbeat", "shard")
        self._heartbeat = gauge(
            "shard_heartbeat_age_seconds", "Since Discord acknowledged a heartbeat", "shard"
        )
        self._searches = gauge("searches", "Searches for computers, now", "state")
        self._searched = _Totals(counter("searches_ended", "Searches since the start", "outcome"))
        self._matches = gauge("matches_running", "Running matches", "game")
        self._chore_age = gauge("chore_age_seconds", "Since a chore was done last", "chore")
        self._chore_failures = _Totals(
            counter("chore_failures", "How often a chore has failed", "chore")
        )
        self._wait = histogram(
            "database_wait_seconds", "Until a transaction could begin", "way", buckets=_FAST
        )
        self._picture = histogram(
            "picture_seconds", "To draw a picture, waiting for a thread included", "what"
        )
        self._backup_age = gauge("backup_age_seconds", "Age of the newest backup, if any are taken")
        self._backup_age.set(math.nan)

        for kind in _KINDS.values():
            self._interactions.labels(kind)
            self._answer.labels(kind)
        for outcome in ("sent", "postponed", "given_up"):
            self._posts.labels(BoardPost.kind, outcome)
        # To look a label up takes longer than to observe.
        waits = {way: self._wait.labels(way) for way in ("read", "write")}
        calls.subscribe(self._note_call)
        watched.handlers.subscribe(self._note_interaction)
        watched.courier.outbox.subscribe(self._note_post)
        watched.club.store.subscribe_waits(lambda way, seconds: waits[way].observe(seconds))
        self.lag = LoopLag(self._lag.observe)
        self._end_watching = watch_drawing(
            lambda what, seconds: self._picture.labels(what).observe(seconds)
        )

    def close(self) -> None:
        """Note no more pictures."""
        self._end_watching()

    async def exposed(self, is_healthy: bool | None) -> bytes:
        """All figures as Prometheus reads them.

        :param is_healthy: what was found last; None where nobody has looked yet.
        """
        self._healthy.set(math.nan if is_healthy is None else float(is_healthy))
        self._note_state()
        await self._ask_database()
        return await asyncio.to_thread(generate_latest, self._registry)

    def _note_interaction(self, interaction: discord.Interaction[Any]) -> None:
        kind = _KINDS.get(interaction.type, "other")
        self._interactions.labels(kind).inc()
        self._came[interaction.id] = _Came(time.monotonic(), kind)
        if len(self._came) > REMEMBERED:
            self._came.popitem(last=False)

    def _note_call(self, call: Call) -> None:
        self._requests.labels(call.method, call.route, call.status).inc()
        self._request_times.labels(call.method, call.route).observe(call.seconds)
        came = None if call.answers is None else self._came.get(call.answers)
        if came is not None and not came.is_answered:
            came.is_answered = True
            self._answer.labels(came.kind).observe(time.monotonic() - came.at)

    def _note_post(self, report: Report) -> None:
        self._posts.labels(report.post.kind, report.outcome).inc()
        came = self._came.get(present_interaction.get() or 0)
        is_board = isinstance(report.post, BoardPost) and report.outcome == "sent"
        if came is None or came.has_card or not is_board:
            return
        came.has_card = True
        self._card.observe(time.monotonic() - came.at)

    def _note_state(self) -> None:
        watched = self._watched
        self._worst_lag.set(self.lag.worst)
        self._servers.set(len(watched.client.guilds))
        for shard in shards_of(watched.client):
            name = str(shard.id)
            self._shard_up.labels(name).set(shard.is_open)
            self._shard_latency.labels(name).set(shard.latency)
            age = math.nan if shard.acknowledged is None else shard.acknowledged
            self._heartbeat.labels(name).set(age)
        pool = watched.pool
        self._searches.labels("waiting").set(0 if pool is None else pool.waiting)
        self._searches.labels("running").set(0 if pool is None else pool.running)
        self._searched.note("done", 0 if pool is None else pool.done)
        self._searched.note("failed", 0 if pool is None else pool.failed)
        for chore in watched.chores.all:
            self._chore_age.labels(chore.name).set(time.monotonic() - chore.done_at)
            self._chore_failures.note(chore.name, chore.failures)

    async def _ask_database(self) -> None:
        watched = self._watched
        try:
            if watched.latest_backup is not None:
                latest = await asyncio.to_thread(watched.latest_backup)
                self._backup_age.set(_age(latest, watched.club.clock))
            async with asyncio.timeout(DATABASE_PATIENCE), watched.club.store.read() as tx:
                count, oldest = await outbox.waiting(tx)
                running = await match_lists.running_by_game(tx)
        except Exception as error:
            log.warning("not everything could be measured: %s", error)
            for each in (self._waiting, self._oldest):
                each.set(math.nan)
            self._matches.clear()
            return
        self._waiting.set(count)
        self._oldest.set(0.0 if oldest is None else _age(oldest, watched.club.clock))
        for game in GAMES:
            self._matches.labels(game).set(running.get(game, 0))


_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "control",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.modal_submit: "form",
}


def _age(moment: datetime | None, clock: Callable[[], datetime]) -> float:
    """How long ago something was, in seconds; endless where it never was."""
    return math.inf if moment is None else (clock() - moment).total_seconds()
