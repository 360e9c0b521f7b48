"""Running the bot on the real Discord until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.process.client import Stairwell
from bot.process.settings import Settings
from bot.process.stopping import when_stopped
from engine.pool import Pool
from storage.database.store import Store

MEGABYTE = 2**20

PATIENCE = 120.0
"""Seconds after which a search that is made for some seconds is taken to hang."""


async def run(settings: Settings, *, always_syncs: bool = False) -> None:
    """Connect, and stay connected until SIGINT or SIGTERM.

    :param always_syncs: send the commands to Discord even if they haven't changed.
    :raises discord.LoginFailure: where Discord doesn't know the token.
    :raises storage.database.errors.DatabaseError: where the database can't be used.
    """
    assert settings.discord_token is not None
    point_at(settings)
    async with Store.opened(settings.database_url) as store, engine(settings) as pool:
        bot = Stairwell(store, syncs=True if always_syncs else None, pool=pool)
        async with bot:
            running = asyncio.current_task()
            assert running is not None
            when_stopped(running.cancel)
            with contextlib.suppress(asyncio.CancelledError):
                await bot.start(settings.discord_token.get_secret_value())


@asynccontextmanager
async def engine(settings: Settings) -> AsyncIterator[Pool | None]:
    """What searches for computer opponents; nothing where the settings want none."""
    if settings.engine_workers == 0:
        yield None
        return
    pool = Pool(settings.engine_workers, settings.engine_memory_mb * MEGABYTE, PATIENCE)
    await pool.start()
    try:
        yield pool
    finally:
        await pool.close()


def point_at(settings: Settings) -> None:
    """Use the addresses of a proxy for Discord's REST API and gateway, where they are set.

    discord.py has no public setting for these; the attributes are read at each use.
    """
    if settings.discord_api_url is not None:
        Route.BASE = settings.discord_api_url.rstrip("/")
    if settings.discord_gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)
