"""Watches a running bot: checks its health, serves its metrics, ends it if it stays unhealthy."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.monitoring.event_metrics import DiscordCalls
from bot.monitoring.health import Health, LastResort, Problem
from bot.monitoring.page_metrics import metrics_response, monitoring_port
from bot.monitoring.state_metrics import Measurements
from bot.monitoring.watched import Watched

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Monitoring:
    """The settings of a monitor."""

    host: str = "127.0.0.1"
    port: int | None = None
    """Where `/metrics`, `/healthz` and `/readyz` are served, or None for nowhere."""
    patience: float = 0
    """Minutes of bad health after which the process ends, 0 for never."""
    every: float = 10.0
    """Seconds between two health checks."""

    @property
    def interval(self) -> float:
        """Seconds between two health checks, several of which fit into the patience."""
        return min(self.every, self.patience * 60 / 4) if self.patience else self.every


class Monitor:
    """Watches a bot within its `async with` block.

    :param give_up: ends the process cleanly. It is called from another thread.
    """

    def __init__(
        self,
        watched: Watched,
        calls: DiscordCalls,
        version: str,
        monitoring: Monitoring,
        give_up: Callable[[], object] = lambda: None,
    ) -> None:
        self._watched = watched
        self._version = version
        self._monitoring = monitoring
        self._measurements = Measurements(watched, calls, version)
        self._health = Health(watched, self._measurements.lag)
        patience = monitoring.patience * 60
        self._last_resort = LastResort(patience, give_up) if patience else None
        self._problems: list[Problem] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._server = AsyncExitStack()

    @property
    def has_given_up(self) -> bool:
        """Whether the process ends because the bot was unhealthy for too long."""
        return self._last_resort is not None and self._last_resort.has_given_up

    async def __aenter__(self) -> Self:
        if self._monitoring.port is not None:
            routes = {
                "/metrics": self._metrics,
                "/healthz": self._healthz,
                "/readyz": self._readyz,
            }
            port = monitoring_port(self._monitoring.host, self._monitoring.port, routes)
            await self._server.enter_async_context(port)
        self._tasks = [
            asyncio.create_task(self._measurements.lag.watch()),
            asyncio.create_task(self._check_regularly()),
        ]
        if self._last_resort is not None:
            self._last_resort.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._last_resort is not None:
            self._last_resort.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.aclose()
        self._measurements.close()

    async def _check_regularly(self) -> None:
        while True:
            self._note(await self._health.problems())
            await asyncio.sleep(self._monitoring.interval)

    def _note(self, problems: list[Problem]) -> None:
        """Store the problems, and log new ones and recoveries."""
        before = {problem.code for problem in self._problems or ()}
        now = {problem.code for problem in problems}
        for problem in problems:
            if problem.code not in before and problem.code != "starting":
                log.warning("unhealthy: %s", problem.words)
        if not problems and before:
            log.info("healthy" if before == {"starting"} else "healthy again")
        if not now and self._last_resort is not None:
            self._last_resort.note_healthy()
        self._problems = problems

    async def _metrics(self, request: web.Request) -> web.Response:
        is_healthy = None if self._problems is None else not self._problems
        body = await self._measurements.exposition(is_healthy)
        return metrics_response(body)

    async def _healthz(self, request: web.Request) -> web.Response:
        problems = await self._health.problems()
        self._note(problems)
        return self._status(problems)

    async def _readyz(self, request: web.Request) -> web.Response:
        problems = await self._health.hindrances()
        if self._watched.handlers.is_closing:
            problems.append(Problem("stopping", "The bot is stopping."))
        return self._status(problems)

    def _status(self, problems: list[Problem]) -> web.Response:
        body = {
            "status": "unhealthy" if problems else "healthy",
            "version": self._version,
            "problems": [{"code": each.code, "words": each.words} for each in problems],
        }
        return web.json_response(body, status=503 if problems else 200)
