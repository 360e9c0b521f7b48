"""Stores which channels everyone can read, in servers with web pages.

Only the bot knows the permissions of channels. Every round of chores checks them, so closing a
channel closes its pages within a minute.
"""

from __future__ import annotations

import discord

from club.club import Club
from storage.database.shards import Shards
from storage.members.public_channels import PublicChannels


class PublicChannelChore:
    """Stores the public channels of this process's servers."""

    def __init__(self, client: discord.Client, club: Club, shards: Shards) -> None:
        self._client = client
        self._pages = club.pages
        self._shards = shards
        self._stored: dict[int, PublicChannels | None] = {}
        """The channels this process stored last, by server, or None if the bot isn't in it."""

    async def store_changes(self) -> None:
        """Store the changes since the last round."""
        if not self._pages.are_served or not self._client.is_ready():
            return
        for guild_id in await self._pages.guild_ids():
            if self._shards.have(guild_id):
                await self._store(guild_id)

    async def _store(self, guild_id: int) -> None:
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            return
        public = None if guild is None else public_in(guild)
        if guild_id in self._stored and _includes(self._stored[guild_id], public):
            return
        await self._pages.store_public_channels(guild_id, public)
        self._stored[guild_id] = public


def public_in(guild: discord.Guild) -> PublicChannels:
    """Return the channels of a server that everyone can read."""
    everyone = guild.default_role
    readable: set[int] = set()
    for channel in guild.channels:
        permissions = channel.permissions_for(everyone)
        if permissions.view_channel and permissions.read_message_history:
            readable.add(channel.id)
    threads = {
        thread.id
        for thread in guild.threads
        if thread.parent_id in readable and not thread.is_private()
    }
    return PublicChannels(guild.name, frozenset(readable), frozenset(threads))


def _includes(stored: PublicChannels | None, public: PublicChannels | None) -> bool:
    """Whether the stored channels are up to date."""
    if stored is None or public is None:
        return stored is public
    is_same = (stored.name, stored.channels) == (public.name, public.channels)
    return is_same and public.threads <= stored.threads
