"""Metrics of the bot's state, read when Prometheus scrapes them."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.monitoring.event_loop import LoopLag
from bot.monitoring.watched import Watched, shards_of
from club.pages.measures import Measures
from engine.serving.pool import Pool
from rules.registry import GAMES
from storage.matches import match_lists, outbox

DATABASE_PATIENCE = 5.0
"""Seconds that the database may take to answer."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DatabaseState:
    """What the database and the backups report; all unknown by default."""

    outbox_waiting: float = math.nan
    oldest_post_age: float = math.nan
    running_matches: Mapping[str, int] = field(default_factory=dict[str, int])
    backup_age: float = math.nan


class StateMetrics(Collector):
    """The metrics of one scrape."""

    def __init__(self, watched: Watched, lag: LoopLag, version: str) -> None:
        self._watched = watched
        self._lag = lag
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
            _gauge("build_info", "The running version", {self._version: 1}, "version"),
            _gauge("healthy", "1 if nothing is wrong, as in /healthz", healthy),
            _gauge(
                "event_loop_lag_worst_seconds",
                "The greatest lag of the last minute",
                self._lag.worst,
            ),
            *self._connections(),
            *self._work(),
            *_stored(database),
            *_pages(self._watched.club.pages.measures),
        )

    def _connections(self) -> Iterator[Metric]:
        """Yield the state of the gateway."""
        client = self._watched.client
        shards = {str(shard.id): shard for shard in shards_of(client)}
        yield _gauge("servers", "Servers that have the bot", len(client.guilds))
        yield _gauge(
            "shard_connected",
            "1 if a shard is connected",
            {name: shard.is_open for name, shard in shards.items()},
            "shard",
        )
        yield _gauge(
            "shard_latency_seconds",
            "Round trip of the latest heartbeat",
            {name: shard.latency for name, shard in shards.items()},
            "shard",
        )
        yield _gauge(
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
        yield _gauge(
            "searches",
            "Searches of computer opponents",
            {state: searches[state] for state in ("waiting", "running")},
            "state",
        )
        yield _counter(
            "searches_ended",
            "Searches since the start",
            {outcome: searches[outcome] for outcome in ("done", "failed")},
            "outcome",
        )
        yield _gauge(
            "chore_age_seconds",
            "Time since a chore last ended",
            {chore.name: time.monotonic() - chore.done_at for chore in chores},
            "chore",
        )
        yield _counter(
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
            log.warning("not everything could be measured: %s", error)
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


def _stored(state: DatabaseState) -> Iterator[Metric]:
    yield _gauge("outbox_waiting", "Posts that are not delivered yet", state.outbox_waiting)
    yield _gauge("outbox_oldest_age_seconds", "Age of the oldest of them", state.oldest_post_age)
    yield _gauge("matches_running", "Running matches", state.running_matches, "game")
    yield _gauge(
        "backup_age_seconds", "Age of the latest backup, if backups are on", state.backup_age
    )


def _pages(measures: Measures) -> Iterator[Metric]:
    """Yield what the web pages of this process have served."""
    kinds, statuses = Counter[str](), Counter[str]()
    for (kind, status), count in measures.requests.items():
        kinds[kind] += count
        statuses[str(status)] += count
    yield _counter("page_requests", "Requests for web pages", kinds, "kind")
    yield _counter("page_answers", "Answers of the web pages", statuses, "status")
    yield _counter("page_seconds", "Time taken by requests for web pages", measures.seconds, "kind")
    yield _gauge("page_followers", "Open pages that follow a match or event", measures.streams)


def _searches(pool: Pool | None) -> Mapping[str, int]:
    if pool is None:
        return dict.fromkeys(("waiting", "running", "done", "failed"), 0)
    return {
        "waiting": pool.waiting,
        "running": pool.running,
        "done": pool.done,
        "failed": pool.failed,
    }


def _gauge(
    name: str, help_text: str, values: float | Mapping[str, float], label: str = ""
) -> GaugeMetricFamily:
    """Return a gauge.

    :param values: one value, or a value for each value of the label.
    """
    labels = [label] if label else []
    family = GaugeMetricFamily(f"stairwell_{name}", help_text, labels=labels)
    by_label = values if isinstance(values, Mapping) else {"": values}
    for value_of_label, value in by_label.items():
        family.add_metric([value_of_label] if label else [], value)
    return family


def _counter(
    name: str, help_text: str, totals: Mapping[str, float], label: str
) -> CounterMetricFamily:
    """Return a counter with a total for each value of its label."""
    family = CounterMetricFamily(f"stairwell_{name}", help_text, labels=[label])
    for value_of_label, total in totals.items():
        family.add_metric([value_of_label], total)
    return family
