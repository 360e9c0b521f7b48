"""Watching over a bot while it runs: looked at all the time, told over HTTP, ended if need be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.monitoring.discord_calls import DiscordCalls
from bot.monitoring.health import Health, Problem
from bot.monitoring.last_resort import LastResort
from bot.monitoring.measurements import Measurements
from bot.monitoring.watched import Watched

EVERY = 10.0
"""Seconds between two looks at the bot's health."""

METRICS = "text/plain; version=0.0.4; charset=utf-8"

log = logging.getLogger(__name__)


class PortTaken(Exception):
    """Nothing can be served where the settings say; `words` tell why."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Monitor:
    """Watches within its block.

    :param port: where `/metrics`, `/healthz` and `/readyz` are served; None: nowhere.
    :param patience: minutes of being unwell after which the process is to end; 0: it never is.
    :param give_up: ends the process politely; it is called in another thread.
    """

    def __init__(
        self,
        watched: Watched,
        calls: DiscordCalls,
        *,
        version: str,
        host: str = "127.0.0.1",
        port: int | None = None,
        patience: float = 0,
        give_up: Callable[[], object] = lambda: None,
        every: float = EVERY,
    ) -> None:
        self._watched = watched
        self._version = version
        self._host = host
        self._port = port
        # Who has little patience looks more often, or would miss that all is well.
        self._every = min(every, patience * 60 / 4) if patience else every
        self._measurements = Measurements(watched, calls, version)
        self._health = Health(watched, self._measurements.lag)
        self._last_resort = LastResort(patience * 60, give_up) if patience else None
        self._problems: list[Problem] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._served = AsyncExitStack()

    @property
    def has_given_up(self) -> bool:
        """Whether the process ends because the bot was unwell for too long."""
        return self._last_resort is not None and self._last_resort.has_given_up

    async def __aenter__(self) -> Self:
        if self._port is not None:
            await self._serve(self._host, self._port)
        self._tasks = [
            asyncio.create_task(self._measurements.lag.watch()),
            asyncio.create_task(self._keep_looking()),
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
        await self._served.aclose()
        self._measurements.close()

    async def _keep_looking(self) -> None:
        while True:
            self._note(await self._health.problems())
            await asyncio.sleep(self._every)

    def _note(self, problems: list[Problem]) -> None:
        """Keep what was found, and log what has changed."""
        before = {problem.code for problem in self._problems or ()}
        now = {problem.code for problem in problems}
        for problem in problems:
            if problem.code not in before and problem.code != "starting":
                log.warning("unhealthy: %s", problem.words)
        if not problems and before:
            log.info("healthy" if before == {"starting"} else "healthy again")
        if not now and self._last_resort is not None:
            self._last_resort.note_well()
        self._problems = problems

    async def _serve(self, host: str, port: int) -> None:
        application = web.Application()
        application.router.add_get("/metrics", self._metrics)
        application.router.add_get("/healthz", self._healthz)
        application.router.add_get("/readyz", self._readyz)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        self._served.push_async_callback(runner.cleanup)
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            await self._served.aclose()
            raise PortTaken(
                f"MONITOR_PORT: nothing can be served at {host}, port {port}: {error.strerror}."
            ) from error
        log.info("measurements at http://%s:%d/metrics", host, port)

    async def _metrics(self, request: web.Request) -> web.Response:
        is_healthy = None if self._problems is None else not self._problems
        body = await self._measurements.exposed(is_healthy)
        return web.Response(body=body, headers={"Content-Type": METRICS})

    async def _healthz(self, request: web.Request) -> web.Response:
        problems = await self._health.problems()
        self._note(problems)
        return self._told(problems)

    async def _readyz(self, request: web.Request) -> web.Response:
        problems = await self._health.hindrances()
        if self._watched.handlers.is_closing:
            problems.append(Problem("stopping", "The bot is being stopped."))
        return self._told(problems)

    def _told(self, problems: list[Problem]) -> web.Response:
        body = {
            "status": "unhealthy" if problems else "healthy",
            "version": self._version,
            "problems": [{"code": each.code, "words": each.words} for each in problems],
        }
        return web.json_response(body, status=503 if problems else 200)
