"""The sequence of all checks."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import discord
from sqlalchemy import create_engine

from bot.process.client import Options, Stairwell
from bot.process.doctor import discord_side, machine
from bot.process.doctor.discord_side import DiscordClock
from bot.process.doctor.machine import Finding, fault, ok
from bot.process.doctor.trial import trial
from bot.process.running import use_discord_urls
from bot.process.settings import Settings, reason_of
from storage.database import copies
from storage.database.engines.connections import Engines
from storage.database.engines.threaded import ThreadedConnections
from storage.database.store import Store
from storage.database.transaction import DatabaseError
from storage.database.upgrade import HEAD


async def examine(
    settings: Settings, token: str, channel_id: int | None = None
) -> AsyncIterator[Finding]:
    """Run all checks. Nothing is changed, except for a temporary trial post.

    :param channel_id: the channel for the trial, None to skip it.
    """
    async for finding in machine.database(settings):
        yield finding
    for finding in (*machine.private_files(settings), *machine.backups(settings)):
        yield finding
    async for finding in machine.ports(settings):
        yield finding
    yield machine.extensions(settings)
    yield machine.typefaces()
    yield await machine.search(settings)
    async for finding in machine.web_pages(settings):
        yield finding
    use_discord_urls(settings)
    clock = DiscordClock()
    client = discord.Client(intents=discord.Intents(guilds=True), http_trace=clock.trace)
    try:
        await client.login(token)
        async for finding in _at_discord(client, clock, settings, channel_id):
            yield finding
    except discord.LoginFailure:
        yield fault(
            "Discord doesn't accept this DISCORD_TOKEN. Make a new one at "
            "https://discord.com/developers/applications → your application → Bot → Reset Token."
        )
    except (aiohttp.ClientError, OSError) as error:
        yield fault(f"Discord can't be reached: {reason_of(error)}")
    except discord.HTTPException as error:
        yield fault(f"Discord refused a request: {error}")
    finally:
        await client.close()


async def _at_discord(
    client: discord.Client, clock: DiscordClock, settings: Settings, channel_id: int | None
) -> AsyncIterator[Finding]:
    assert client.user is not None
    yield ok(f"The token is valid and belongs to {client.user.name}.")
    yield clock.finding()
    options = Options(syncs=False, extensions=settings.switched_on)
    yield await discord_side.commands(client, Stairwell(_unused_store(), options).tree)
    yield await discord_side.installation(client)
    store = await _open_readable(settings.database_url)
    try:
        async for finding in discord_side.servers(client, store):
            yield finding
    finally:
        if store is not None:
            await store.close()
    if channel_id is not None:
        async for finding in trial(client, channel_id):
            yield finding


def _unused_store() -> Store:
    """Return an unused store, for a bot of which only the commands are needed."""
    connections = ThreadedConnections(
        create_engine("sqlite://"), 1, writes=False, why_unavailable=lambda *_: None
    )
    return Store(Engines(writer=connections, reader=connections))


async def _open_readable(database_url: str) -> Store | None:
    """Open the database if it can be read without an upgrade."""
    try:
        if not database_url.startswith("postgres"):
            path = copies.file_of(database_url)
            if not path.exists() or copies.check(path) != HEAD:
                return None
        store = await Store.open(database_url, upgrades=False)
        if await store.revision() == HEAD:
            return store
        await store.close()
    except (DatabaseError, OSError):
        # The problem was already reported.
        return None
    return None
