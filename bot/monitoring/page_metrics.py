"""Metrics of web pages, and the port on which Prometheus reads all metrics of a process."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress

from aiohttp import web
from aiohttp.typedefs import Handler
from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from bot.monitoring.event_metrics import EventMetrics
from club.servers.pages import Pages
from storage.database.store import Store

log = logging.getLogger(__name__)

METRICS = "text/plain; version=0.0.4; charset=utf-8"


def gauge(
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


def counter(
    name: str, help_text: str, totals: Mapping[str, float], label: str
) -> CounterMetricFamily:
    """Return a counter with a total for each value of its label."""
    family = CounterMetricFamily(f"stairwell_{name}", help_text, labels=[label])
    for value_of_label, total in totals.items():
        family.add_metric([value_of_label], total)
    return family


class PortTaken(Exception):
    """The monitoring port can't be opened. `words` contains the reason."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@asynccontextmanager
async def monitoring_port(
    host: str, port: int, routes: Mapping[str, Handler]
) -> AsyncGenerator[None]:
    """Serve some paths within the block.

    :raises PortTaken: if the port can't be used.
    """
    application = web.Application()
    for path, handler in routes.items():
        application.router.add_get(path, handler)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise PortTaken(
                f"MONITOR_PORT: can't listen on {host}, port {port}: {error.strerror}."
            ) from error
        log.info("metrics at http://%s:%d/metrics", host, port)
        yield
    finally:
        await runner.cleanup()


def metrics_response(body: bytes) -> web.Response:
    """Return metrics in the text format of Prometheus."""
    return web.Response(body=body, headers={"Content-Type": METRICS})


def page_metrics(pages: Pages) -> Iterator[Metric]:
    """Yield the metrics of the web pages of this process."""
    requests = CounterMetricFamily(
        "stairwell_page_requests", "Requests for web pages", labels=["kind", "status"]
    )
    # This runs in another thread than the count.
    for (kind, status), count in tuple(pages.requests.items()):
        requests.add_metric([kind, str(status)], count)
    yield requests
    yield gauge("page_followers", "Open pages that follow a match or event", pages.followers)


@asynccontextmanager
async def web_monitor(
    store: Store, pages: Pages, version: str, host: str, port: int | None
) -> AsyncGenerator[None]:
    """Serve `/metrics` of a web process within the block, if there is a port for it.

    :raises PortTaken: if the port can't be used.
    """
    if port is None:
        yield
        return
    events = EventMetrics(store)
    events.registry.register(_Pages(pages, version))
    watching = asyncio.create_task(events.lag.watch())

    async def metrics(_request: web.Request) -> web.Response:
        return metrics_response(await asyncio.to_thread(generate_latest, events.registry))

    try:
        async with monitoring_port(host, port, {"/metrics": metrics}):
            yield
    finally:
        events.close()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching


class _Pages(Collector):
    """The metrics of one scrape of a web process."""

    def __init__(self, pages: Pages, version: str) -> None:
        self._pages = pages
        self._version = version

    def collect(self) -> Iterable[Metric]:
        yield gauge("build_info", "The running version", {self._version: 1}, "version")
        yield from page_metrics(self._pages)
