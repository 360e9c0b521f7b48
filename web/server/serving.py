"""Serving the site at a port."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web

from club.club import Club
from web.server.app import application
from web.server.connections import PatientHandler
from web.server.live import Live
from web.site import Choices, Courier, Site

CLOSED_WITHIN = 2.0
"""Seconds that running requests may still take when the site closes."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def served(
    club: Club, choices: Choices, courier: Courier | None = None
) -> AsyncGenerator[Site]:
    """Serve the site within the block.

    :param courier: posts on Discord, or None if another process does that.
    :raises OSError: if the port can't be used.
    """
    site = await Site.of(club, choices, courier)
    live = Live(site, choices.limits)
    runner = web.AppRunner(application(site, live), shutdown_timeout=CLOSED_WITHIN)
    await runner.setup()
    handlers = runner.server
    assert handlers is not None
    try:
        listening = await asyncio.get_running_loop().create_server(
            lambda: PatientHandler(handlers, choices.limits), choices.host, choices.port
        )
        log.info("web pages at %s, served at %s:%d", choices.url, choices.host, choices.port)
        try:
            yield site
        finally:
            listening.close()
            await live.close()
            handlers.pre_shutdown()
            await handlers.shutdown(CLOSED_WITHIN)
    finally:
        await runner.cleanup()
