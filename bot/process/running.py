"""Running the bot on Discord until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from types import ModuleType

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.monitoring.event_metrics import DiscordCalls
from bot.monitoring.monitor import Monitor, Monitoring
from bot.process.backups import Backups
from bot.process.client import Options, Stairwell
from bot.process.lifecycle import supervised, warm_up, when_stopped
from bot.process.settings import Settings
from bot.process.web_front import web_front
from club import VERSION
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool
from engine.serving.tasks import Searches
from storage.database import copies
from storage.database.store import Store
from storage.database.transaction import DatabaseError, UnsupportedDatabase

log = logging.getLogger(__name__)


MEGABYTE = 2**20

PATIENCE = 120.0
"""Timeout of a local search in seconds, far above its usual duration."""

QUEUE_PATIENCE = 600.0
"""Timeout of a queued search in seconds."""


THREADS = 2
"""Number of threads for drawing and replaying. More would only use more memory."""


class Unhealthy(Exception):
    """The bot was unhealthy for so long that it has to be restarted."""


async def run(settings: Settings, *, always_syncs: bool = False) -> None:
    """Run the bot until SIGINT or SIGTERM.

    :param always_syncs: whether to send the commands to Discord even if they haven't changed.
    :raises discord.LoginFailure: if the token is invalid.
    :raises storage.database.transaction.DatabaseError: if the database can't be used.
    :raises bot.monitoring.page_metrics.PortTaken: if the monitoring port can't be used.
    :raises bot.process.web_front.WebPortTaken: if the web pages' port can't be used.
    :raises Unhealthy: if it stopped because it was unhealthy.
    :raises storage.database.transaction.ShardsLost: if another process has taken over its shards.
    """
    assert settings.discord_token is not None
    if settings.engine == "queue":
        require_queue(settings.database_url, "ENGINE=queue")
    use_discord_urls(settings)
    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="drawing")
    asyncio.get_running_loop().set_default_executor(threads)
    async with (
        Store.opened(settings.database_url, settings.shards) as store,
        engine(settings, store) as pool,
    ):
        calls, options = DiscordCalls(), _options(settings, pool, always_syncs=always_syncs)
        bot = Stairwell(store, options, http_trace=calls.trace)
        running = asyncio.current_task()
        assert running is not None
        monitor = _monitor(settings, bot, calls, running)
        async with (
            monitor,
            bot,
            web_front(settings, bot.club, bot.courier),
            supervised(lambda: bot.is_connected),
        ):
            when_stopped(running.cancel)
            bot.when_lost(running.cancel)
            warming = asyncio.create_task(warm_up(bot, pool))
            with contextlib.suppress(asyncio.CancelledError):
                await bot.start(settings.discord_token.get_secret_value())
            warming.cancel()
        if monitor.has_given_up:
            raise Unhealthy
        if bot.shards_lost is not None:
            raise bot.shards_lost


def _options(settings: Settings, pool: Pool | None, *, always_syncs: bool) -> Options:
    return Options(
        syncs=True if always_syncs else None,
        has_emojis=True,
        pool=pool,
        shards=settings.shards,
        backups=backups_by(settings),
        web_url=settings.web_url,
        extensions=settings.switched_on,
    )


def _monitor(
    settings: Settings, bot: Stairwell, calls: DiscordCalls, running: asyncio.Task[None]
) -> Monitor:
    """Return the monitoring of a bot, which cancels the running task if it gives up."""
    loop = asyncio.get_running_loop()
    return Monitor(
        bot.watched(),
        calls,
        VERSION,
        Monitoring(
            settings.monitor_host, settings.monitor_port, patience=settings.unhealthy_minutes
        ),
        give_up=lambda: loop.call_soon_threadsafe(running.cancel),
    )


def backups_by(settings: Settings) -> Backups | None:
    """Return automatic backups, or None if they are off or the database is a server."""
    if settings.backup_dir is None:
        return None
    try:
        path = copies.file_of(settings.database_url)
    except DatabaseError as error:
        log.warning("ignoring BACKUP_DIR: %s", error.words)
        return None
    every = timedelta(hours=settings.backup_every)
    return Backups(path, settings.backup_dir, every=every, keep=settings.backup_keep)


@asynccontextmanager
async def engine(settings: Settings, store: Store) -> AsyncIterator[Pool | None]:
    """Run the pool of searches for computer opponents, or None if they are off.

    :raises DatabaseError: if the database can't hold the queue of searches.
    """
    if settings.searches_at_once == 0:
        yield None
        return
    pool = Pool(settings.searches_at_once, _searches(settings, store))
    await pool.start()
    try:
        yield pool
    finally:
        await pool.close()


def _searches(settings: Settings, store: Store) -> Searches:
    if settings.engine == "local":
        return LocalSearches(settings.engine_memory_mb * MEGABYTE, PATIENCE)
    queue = require_queue(settings.database_url, "ENGINE=queue")
    return queue.SearchQueue(settings.database_url, store, QUEUE_PATIENCE)


async def run_engine_worker(settings: Settings) -> None:
    """Run the searches of bots on the same database until SIGINT or SIGTERM.

    :raises DatabaseError: if the database can't be used, or has no queue.
    """
    require_queue(settings.database_url, "An engine worker")
    # It serves no guilds, so it doesn't conflict with any bot.
    store = await Store.open(settings.database_url)
    try:
        from club.search_queue import EngineWorker

        searches = LocalSearches(settings.engine_memory_mb * MEGABYTE, PATIENCE)
        worker = EngineWorker(
            settings.database_url,
            store,
            searches,
            settings.local_searches,
            lambda: datetime.now(UTC),
        )
        when_stopped(worker.stop)
        await worker.serve()
    finally:
        await store.close()


def require_queue(database_url: str, whose: str) -> ModuleType:
    """Import the queue in PostgreSQL, which needs optional libraries.

    :raises UnsupportedDatabase: if the database is not PostgreSQL, or the libraries are missing.
    """
    if database_url.startswith("sqlite"):
        raise UnsupportedDatabase(
            f"{whose} needs a PostgreSQL database: set DATABASE_URL to one, "
            "like postgresql://user:password@host/name."
        )
    try:
        from club import search_queue
    except ModuleNotFoundError as error:
        words = f"{whose} needs {error.name}. Install it with: stairwell add postgresql"
        raise UnsupportedDatabase(words) from error
    return search_queue


async def own_application(settings: Settings, token: str) -> int:
    """Return the id of the token's application.

    :raises discord.LoginFailure: if the token is invalid.
    """
    use_discord_urls(settings)
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        assert client.application_id is not None
        return client.application_id


def use_discord_urls(settings: Settings) -> None:
    """Use proxies for Discord's REST API and gateway, if set.

    discord.py has no public setting for these, but reads the attributes at each use.
    """
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url.rstrip("/")
    if settings.discord_gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
