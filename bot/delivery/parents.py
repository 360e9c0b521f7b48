"""Asking Discord which channel a thread belongs to, for `club.matches.parents`."""

from __future__ import annotations

import logging

import aiohttp
import discord

log = logging.getLogger(__name__)


async def parent_of(client: discord.Client, guild_id: int, place_id: int) -> int | None:
    """Return the channel of a place, the place itself if it is gone, None if Discord can't say."""
    guild = client.get_guild(guild_id)
    if guild is None:
        return None
    place = guild.get_channel_or_thread(place_id)
    try:
        place = place or await client.fetch_channel(place_id)
    except discord.NotFound:
        return place_id
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        log.info("the channel of thread %s is unknown: %s", place_id, error)
        return None
    return place.parent_id if isinstance(place, discord.Thread) else place_id
