"""All metrics of a bot, and those of its state, which are read when Prometheus scrapes them."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from prometheus_client import generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.monitoring.event_metrics import DiscordCalls, EventMetrics
from bot.monitoring.page_metrics import counter, gauge, page_metrics
from bot.monitoring.watched import Watched, shards_of
from engine.serving.pool import Pool
from rules.registry import GAMES
from storage import outbox
from storage.matches import match_lists

log = logging.getLogger(__name__)

DATABASE_PATIENCE = 5.0
"""Seconds that the database may take to answer."""


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """The state of the database and the backups, all unknown by default."""

    outbox_waiting: float = math.nan
    oldest_post_age: float = math.nan
    running_matches: Mapping[str, int] = field(default_factory=dict[str, int])
    backup_age: float = math.nan


class StateMetrics(Collector):
    """The metrics of one scrape."""

    def __init__(self, watched: Watched, version: str) -> None:
        self._watched = watched
        self._version = version
        self._metrics: tuple[Metric, ...] = ()

    def collect(self) -> Iterable[Metric]:
        """Return what the last `refresh` read."""
        return self._metrics

    async def refresh(self, *, is_healthy: bool | None) -> None:
        """Read the state of the bot and its database.

        :param is_healthy: None if health has not been checked yet.
        """
        database = await self._database_state()
        healthy = math.nan if is_healthy is None else float(is_healthy)
        self._metrics = (
            gauge("build_info", "The running version", {self._version: 1}, "version"),
            gauge("healthy", "1 if nothing is wrong, as in /healthz", healthy),
            *self._connections(),
            *self._work(),
            *_database_metrics(database),
            *page_metrics(self._watched.club.pages),
        )

    def _connections(self) -> Iterator[Metric]:
        """Yield the state of the gateway."""
        client = self._watched.client
        shards = {str(shard.id): shard for shard in shards_of(client)}
        yield gauge("servers", "Servers that have the bot", len(client.guilds))
        yield gauge(
            "shard_connected",
            "1 if a shard is connected",
            {name: shard.is_open for name, shard in shards.items()},
            "shard",
        )
        yield gauge(
            "shard_latency_seconds",
            "Round trip of the latest heartbeat",
            {name: shard.latency for name, shard in shards.items()},
            "shard",
        )
        yield gauge(
            "shard_heartbeat_age_seconds",
            "Age of the latest acknowledged heartbeat",
            {
                name: math.nan if shard.acknowledged is None else shard.acknowledged
                for name, shard in shards.items()
            },
            "shard",
        )

    def _work(self) -> Iterator[Metric]:
        """Yield the state of the searches and chores."""
        searches = _searches(self._watched.pool)
        chores = self._watched.chores.all
        yield gauge(
            "searches",
            "Searches of computer opponents",
            {state: searches[state] for state in ("waiting", "running")},
            "state",
        )
        yield counter(
            "searches_ended",
            "Searches since the start",
            {outcome: searches[outcome] for outcome in ("done", "failed")},
            "outcome",
        )
        yield gauge(
            "chore_age_seconds",
            "Time since a chore last ended",
            {chore.name: time.monotonic() - chore.done_at for chore in chores},
            "chore",
        )
        yield counter(
            "chore_failures",
            "Failures of a chore since the start",
            {chore.name: chore.failures for chore in chores},
            "chore",
        )

    async def _database_state(self) -> DatabaseState:
        watched = self._watched
        backup_age = math.nan
        try:
            if watched.latest_backup is not None:
                backup_age = self._age(await asyncio.to_thread(watched.latest_backup))
            async with asyncio.timeout(DATABASE_PATIENCE), watched.club.store.read() as tx:
                waiting, oldest = await outbox.waiting(tx)
                running = await match_lists.running_by_game(tx)
        except Exception as error:
            log.warning("some metrics could not be read: %s", error)
            return DatabaseState(backup_age=backup_age)
        return DatabaseState(
            waiting,
            0.0 if oldest is None else self._age(oldest),
            {game: running.get(game, 0) for game in GAMES},
            backup_age,
        )

    def _age(self, moment: datetime | None) -> float:
        """Return the seconds since a moment, infinite without one."""
        if moment is None:
            return math.inf
        return (self._watched.club.clock() - moment).total_seconds()


class Measurements:
    """All metrics of one bot."""

    def __init__(self, watched: Watched, calls: DiscordCalls, version: str) -> None:
        events = EventMetrics(watched.club.store)
        self.lag, self.close, self._registry = events.lag, events.close, events.registry
        self._state = StateMetrics(watched, version)
        self._registry.register(self._state)
        calls.subscribe(events.note_call)
        watched.handlers.subscribe(events.note_interaction)
        watched.courier.outbox.subscribe(events.note_post)

    async def exposition(self, is_healthy: bool | None) -> bytes:
        """Return all metrics in the text format of Prometheus.

        :param is_healthy: None if health has not been checked yet.
        """
        await self._state.refresh(is_healthy=is_healthy)
        return await asyncio.to_thread(generate_latest, self._registry)


def _database_metrics(state: DatabaseState) -> Iterator[Metric]:
    yield gauge("outbox_waiting", "Posts that are not delivered yet", state.outbox_waiting)
    yield gauge("outbox_oldest_age_seconds", "Age of the oldest of them", state.oldest_post_age)
    yield gauge("matches_running", "Running matches", state.running_matches, "game")
    yield gauge(
        "backup_age_seconds", "Age of the latest backup, if backups are on", state.backup_age
    )


def _searches(pool: Pool | None) -> Mapping[str, int]:
    if pool is None:
        return dict.fromkeys(("waiting", "running", "done", "failed"), 0)
    return {
        "waiting": pool.waiting,
        "running": pool.running,
        "done": pool.done,
        "failed": pool.failed,
    }
