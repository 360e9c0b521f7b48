"""Looking up members of servers on Discord."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.interactions.interaction_context import sees
from club.members.membership import MemberLookup
from storage.matches.terms import Place

GONE = frozenset({10007, 10013})
"""Discord's codes for a user who isn't a member or no longer exists."""

SERVER_GONE = frozenset({10004, 50001})
"""Discord's codes for a server that doesn't exist, or that the bot has no access to."""

log = logging.getLogger(__name__)


class GuildUnavailable(discord.DiscordException):
    """An outage of a server, during which its channels are unknown."""


class GuildMembers:
    """A directory of the members of all servers."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def look_up(self, guild_id: int, user_id: int) -> MemberLookup | None:
        """Look up a member, or None if Discord gives no answer.

        Servers of other processes are asked too.
        """
        try:
            guild = self._client.get_guild(guild_id)
            if guild is None:
                guild = await self._client.fetch_guild(guild_id, with_counts=False)
            member = await guild.fetch_member(user_id)
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code in GONE:
                return MemberLookup(None)
            if error.code in SERVER_GONE:
                return MemberLookup(None, is_gone=True)
            log.info("could not fetch member %s of guild %s: %s", user_id, guild_id, error)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not fetch member %s of guild %s: %s", user_id, guild_id, error)
        else:
            return MemberLookup(member.display_name)
        return None

    async def is_gone(self, guild_id: int) -> bool:
        """Whether the bot isn't a member of a server, according to Discord."""
        if self._client.get_guild(guild_id) is not None:
            return False
        try:
            await self._client.fetch_guild(guild_id, with_counts=False)
        except (discord.Forbidden, discord.NotFound) as error:
            return error.code in SERVER_GONE
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not fetch guild %s: %s", guild_id, error)
        return False

    async def direct_channel(self, user_id: int) -> int | None:
        """Open the direct messages of a user, or None if Discord doesn't allow that now."""
        try:
            return (await self._client.create_dm(discord.Object(user_id))).id
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not open direct messages to %s: %s", user_id, error)
            return None

    async def sees(self, user_id: int, place: Place) -> bool:
        """Whether a user can certainly see a place in a server of this process."""
        try:
            return await sees_place(self._client, user_id, place)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not look up what user %s sees: %s", user_id, error)
            return False


async def sees_place(client: discord.Client, user_id: int, place: Place) -> bool:
    """Whether a user is a member of a place's server and can see its channel.

    :raises GuildUnavailable: during an outage of the server.
    """
    guild = client.get_guild(place.guild_id or 0)
    if guild is None:
        return False
    if guild.unavailable:
        raise GuildUnavailable(guild.id)
    try:
        member = await guild.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code not in GONE:
            raise
        return False
    return sees(member, place)
