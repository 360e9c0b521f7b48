"""Who is a member of a server, as Discord says."""

from __future__ import annotations

import logging

import aiohttp
import discord

from club.members.membership import Found

GONE = frozenset({10007, 10013})
"""Discord's codes for a user who is no member, or no longer exists."""

log = logging.getLogger(__name__)


class GuildMembers:
    """The members of all servers that the bot is in."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def look_up(self, guild_id: int, user_id: int) -> Found | None:
        """What Discord says of somebody; None where it says nothing."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return None
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound as error:
            if error.code in GONE:
                return Found(None)
            log.info("guild %s can't be asked for its members: %s", guild_id, error)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("member %s of guild %s not found out: %s", user_id, guild_id, error)
        else:
            return Found(member.display_name)
        return None
