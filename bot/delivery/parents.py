"""Finding out of which channel a thread is, for matches that an older version did not note it of.

Until it is known nobody but their players is told of them.
"""

from __future__ import annotations

import logging

import aiohttp
import discord

from club.club import Club
from storage.database.shards import ALL, Shards
from storage.matches import parents

AT_ONCE = 20
"""Places that Discord is asked about in one round."""

log = logging.getLogger(__name__)


class Parents:
    """Asks once about each place, as long as there are any."""

    def __init__(self, client: discord.Client, club: Club, shards: Shards = ALL) -> None:
        """:param shards: whose guilds are asked about, and no others."""
        self._client = client
        self._store = club.store
        self._shards = shards
        self._last: int | None = 0

    async def learn(self) -> None:
        """Find out about the next places."""
        if self._last is None:
            return
        async with self._store.read() as tx:
            places = await parents.unknown(tx, self._last, AT_ONCE, self._shards)
        for guild_id, place_id in places:
            parent_id = await self._parent(guild_id, place_id)
            if parent_id is not None:
                async with self._store.write() as tx:
                    await parents.put(tx, place_id, parent_id)
            self._last = place_id
        if len(places) < AT_ONCE:
            self._last = None

    async def _parent(self, guild_id: int, place_id: int) -> int | None:
        """The channel of a place, itself where it is gone; None where Discord does not say."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return None
        place = guild.get_channel_or_thread(place_id)
        try:
            place = place or await self._client.fetch_channel(place_id)
        except discord.NotFound:
            return place_id
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("the channel of thread %s is not found out: %s", place_id, error)
            return None
        return place.parent_id if isinstance(place, discord.Thread) else place_id
