"""The port at which a process reports its measurements and health."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.typedefs import Handler

METRICS = "text/plain; version=0.0.4; charset=utf-8"

log = logging.getLogger(__name__)


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
