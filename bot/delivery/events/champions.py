"""The role of champions, where a server wishes one: whoever has won its latest event has it, those
who won before have it no longer."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.interactions.languages import Languages
from club.club import Club
from rules.language import gettext, written_in
from storage.events import entrants as stored_entrants
from storage.members import guild_settings

LOOKED_BACK = 10
"""Events whose champions may still have the role."""

log = logging.getLogger(__name__)


class Champions:
    """Those of all servers."""

    def __init__(self, client: discord.Client, club: Club, languages: Languages) -> None:
        self._client = client
        self._languages = languages
        self._store = club.store

    async def crown(self, guild_id: int, *, former_role: int | None = None) -> None:
        """See to it that the right ones have the role. Done again it changes nothing.

        :param former_role: the role that was the champions' before, which nobody is to keep.
        :raises discord.DiscordServerError: where Discord can't say what came of it.
        """
        with written_in(await self._languages.of_guild(guild_id)):
            await self._crown(guild_id, former_role)

    async def crown_or_log(self, guild_id: int, *, former_role: int | None = None) -> None:
        """Give the role as `crown` does; what Discord refuses is done with the next champion."""
        try:
            await self.crown(guild_id, former_role=former_role)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("roles of champions in guild %s: %s", guild_id, error)

    async def _crown(self, guild_id: int, former_role: int | None) -> None:
        guild = self._client.get_guild(guild_id)
        async with self._store.read() as tx:
            role_id = (await guild_settings.get(tx, guild_id)).champion_role_id
            won = await stored_entrants.champions(tx, guild_id, LOOKED_BACK)
        if guild is None or not won or (role_id is None and former_role is None):
            return
        latest = won[0].event_id
        present = {each.user_id for each in won if each.event_id == latest}
        roles = {role_id: present, former_role: set[int]()}
        for user_id in dict.fromkeys(each.user_id for each in won):
            wanted = {role: user_id in those for role, those in roles.items() if role is not None}
            await self._give(guild, user_id, wanted)

    async def _give(self, guild: discord.Guild, user_id: int, wanted: dict[int, bool]) -> None:
        """Give somebody roles, or take them, where that is possible."""
        try:
            member = await guild.fetch_member(user_id)
            for role_id, is_theirs in wanted.items():
                has_it = member.get_role(role_id) is not None
                role = discord.Object(role_id)
                if is_theirs and not has_it:
                    await member.add_roles(role, reason=gettext("Champion of the latest event"))
                elif has_it and not is_theirs:
                    await member.remove_roles(role, reason=gettext("There is a new champion"))
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("no role for user %s in guild %s: %s", user_id, guild.id, error)
