"""Metrics of web pages, for the bot and for a process that only serves pages."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    GCCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.monitoring.event_loop import LoopLag
from bot.monitoring.event_metrics import EventMetrics
from bot.monitoring.families import counter, gauge
from bot.monitoring.port import metrics_response, monitoring_port
from club.pages.measures import Measures
from presentation.pictures import watch_drawing
from storage.database.store import Store


def page_metrics(measures: Measures) -> Iterator[Metric]:
    """Yield the metrics of the web pages of this process."""
    kinds, statuses = Counter[str](), Counter[str]()
    for (kind, status), count in measures.requests.items():
        kinds[kind] += count
        statuses[str(status)] += count
    yield counter("page_requests", "Requests for web pages", kinds, "kind")
    yield counter("page_answers", "Answers of the web pages", statuses, "status")
    yield counter("page_seconds", "Time taken by requests for web pages", measures.seconds, "kind")
    yield gauge("page_followers", "Open pages that follow a match or event", measures.streams)


class _Pages(Collector):
    """The metrics of one scrape of a web process."""

    def __init__(self, measures: Measures, lag: LoopLag, version: str) -> None:
        self._measures = measures
        self._lag = lag
        self._version = version

    def collect(self) -> Iterable[Metric]:
        yield gauge("build_info", "The running version", {self._version: 1}, "version")
        yield gauge(
            "event_loop_lag_worst_seconds", "The greatest lag of the last minute", self._lag.worst
        )
        yield from page_metrics(self._measures)


@asynccontextmanager
async def web_monitor(
    store: Store, measures: Measures, version: str, host: str, port: int | None
) -> AsyncGenerator[None]:
    """Serve `/metrics` of a web process within the block, if there is a port for it.

    :raises PortTaken: if the port can't be used.
    """
    if port is None:
        yield
        return
    disable_created_metrics()
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    events = EventMetrics(registry)
    lag = LoopLag(events.note_lag)
    registry.register(_Pages(measures, lag, version))
    store.subscribe_waits(events.note_wait)
    stop_watching = watch_drawing(events.note_picture)
    watching = asyncio.create_task(lag.watch())

    async def metrics(_request: web.Request) -> web.Response:
        return metrics_response(await asyncio.to_thread(generate_latest, registry))

    try:
        async with monitoring_port(host, port, {"/metrics": metrics}):
            yield
    finally:
        stop_watching()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
