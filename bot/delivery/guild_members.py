"""Looking up members of servers on Discord."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.interactions.interaction_context import permissions_of
from club.members.membership import MemberLookup
from storage.matches.terms import Place

GONE = frozenset({10007, 10013})
"""Discord's codes for a user who isn't a member or no longer exists."""

log = logging.getLogger(__name__)


class GuildUnavailable(discord.DiscordException):
    """An outage of a server, during which its channels are unknown."""


class GuildMembers:
    """A directory of the members of all servers."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def look_up(self, guild_id: int, user_id: int) -> MemberLookup | None:
        """Look up a member, None if Discord gives no answer."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return None
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code in GONE:
                return MemberLookup(None)
            log.info("could not fetch guild %s: %s", guild_id, error)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("could not fetch member %s of guild %s: %s", user_id, guild_id, error)
        else:
            return MemberLookup(member.display_name)
        return None


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
    permissions = permissions_of(member, place)
    return permissions is not None and permissions.view_channel
