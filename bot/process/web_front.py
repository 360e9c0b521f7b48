"""Starting the web front. Nothing else in the bot imports `web`.

It is imported only if pages are served, because importing it takes time and memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.process.lifecycle import when_stopped
from bot.process.settings import Settings
from club import VERSION
from club.club import Club
from extensions.installed import import_pages
from storage.database.shards import NONE
from storage.database.shared_clock import SharedClock
from storage.database.store import Store

if TYPE_CHECKING:
    from web.http.site import Courier


class WebPortTaken(Exception):
    """The web pages can't be served at the address in the settings. `words` contains the reason."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@asynccontextmanager
async def web_front(
    settings: Settings, club: Club, courier: Courier | None = None
) -> AsyncGenerator[None]:
    """Serve web pages within the block, if they are turned on.

    :param courier: posts on Discord, or None if another process does.
    :raises WebPortTaken: if the port can't be used.
    """
    if settings.web_url is None or settings.web_port is None:
        yield
        return
    from web.app import served
    from web.http.site import WebSettings

    import_pages(settings.switched_on)
    web_settings = WebSettings(settings.web_url, settings.web_host, settings.web_port)
    try:
        serving = served(club, web_settings, courier)
        await serving.__aenter__()
    except OSError as error:
        raise WebPortTaken(
            f"WEB_PORT: can't listen on {settings.web_host}, port {settings.web_port}: "
            f"{error.strerror}."
        ) from error
    try:
        yield
    finally:
        await serving.__aexit__(None, None, None)


async def run_web(settings: Settings) -> None:
    """Serve web pages alone, beside bots on the same PostgreSQL database, until SIGINT or SIGTERM.

    :raises DatabaseError: if the database can't be used.
    :raises PortTaken: if the port for metrics can't be used.
    :raises WebPortTaken: if the port of the pages can't be used.
    """
    from bot.monitoring.page_metrics import web_monitor

    stop = asyncio.Event()
    when_stopped(stop.set)
    # With no shards, it only listens to the bots.
    async with Store.opened(settings.database_url, NONE) as store:
        clock = SharedClock(store, lambda: datetime.now(UTC))
        # Bots are notified of moves made here, deliver them and play for computers.
        club = Club(store, clock, thinks=False, shards=NONE, web_url=settings.web_url)
        monitor = web_monitor(
            store,
            club.pages,
            VERSION,
            settings.monitor_host,
            settings.monitor_port,
        )
        async with clock.synchronised(), monitor, web_front(settings, club):
            await stop.wait()
