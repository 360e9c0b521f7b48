"""The role of champions, for the winners of a server's latest event."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.interactions.languages import Languages
from club.club import Club
from language.texts import gettext, written_in
from storage.events import entrants as stored_entrants
from storage.members import guild_settings

RECENT_EVENTS = 10
"""Number of recent events whose champions may still have the role."""

log = logging.getLogger(__name__)


class Champions:
    """The roles of champions in all servers."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._languages = languages
        self._store = club.store

    async def crown(self, guild_id: int, *, former_role: int | None = None) -> None:
        """Give the champion role to the current champions only. Repeating it changes nothing.

        :param former_role: the previous champion role, which is taken from everyone.
        :raises discord.DiscordServerError: if the result of a request is unknown.
        """
        with written_in(await self._languages.of_guild(guild_id)):
            await self._crown(guild_id, former_role)

    async def crown_or_log(self, guild_id: int, *, former_role: int | None = None) -> None:
        """Like `crown`, but log refusals of Discord, which are retried with the next champion."""
        try:
            await self.crown(guild_id, former_role=former_role)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("could not update champion roles in guild %s: %s", guild_id, error)

    async def _crown(self, guild_id: int, former_role: int | None) -> None:
        guild = self._client.get_guild(guild_id)
        async with self._store.read() as tx:
            role_id = (await guild_settings.get(tx, guild_id)).champion_role_id
            champions = await stored_entrants.champions(tx, guild_id, RECENT_EVENTS)
        if guild is None or not champions or (role_id is None and former_role is None):
            return
        latest = champions[0].event_id
        current = {each.user_id for each in champions if each.event_id == latest}
        roles = {role_id: current, former_role: set[int]()}
        for user_id in dict.fromkeys(each.user_id for each in champions):
            changes = {
                role: user_id in user_ids for role, user_ids in roles.items() if role is not None
            }
            await self._give(guild, user_id, changes)

    async def _give(self, guild: discord.Guild, user_id: int, changes: dict[int, bool]) -> None:
        """Give roles to a member, or take them away, if possible."""
        try:
            member = await guild.fetch_member(user_id)
            for role_id, is_champion in changes.items():
                has_role = member.get_role(role_id) is not None
                role = discord.Object(role_id)
                if is_champion and not has_role:
                    await member.add_roles(role, reason=gettext("Champion of the latest event"))
                elif has_role and not is_champion:
                    await member.remove_roles(role, reason=gettext("There is a new champion"))
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("could not change roles of user %s in guild %s: %s", user_id, guild.id, error)
