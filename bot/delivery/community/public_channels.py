"""What everyone can read in the servers that have web pages, stored for those who serve them.

The bot alone knows the permissions of channels. They are looked at in every round of the chores,
so a channel that is closed takes its pages with it within a minute.
"""

from __future__ import annotations

import discord

from club.club import Club
from storage.database.shards import Shards
from storage.database.transaction import Transaction
from storage.members import guild_settings, public_channels
from storage.members.public_channels import PublicChannels


class PublicChannelChore:
    """Stores what everyone can read, for the servers of this process."""

    def __init__(self, client: discord.Client, club: Club, shards: Shards) -> None:
        self._client = client
        self._club = club
        self._shards = shards
        self._stored: dict[int, PublicChannels | None] = {}
        """What this process has last stored, by server; None if nothing."""

    async def store_changes(self) -> None:
        """Store what has changed since the last round."""
        if not self._club.pages.are_served or not self._client.is_ready():
            return
        wanted = await self._club.store.reading(guild_settings.with_pages)
        for guild_id in wanted:
            if self._shards.have(guild_id):
                await self._store(guild_id)

    async def _store(self, guild_id: int) -> None:
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            return
        public = None if guild is None else public_in(guild)
        if guild_id in self._stored and _includes(self._stored[guild_id], public):
            return

        async def store(tx: Transaction) -> PublicChannels | None:
            if public is None:
                await public_channels.forget(tx, guild_id)
                return None
            before = await public_channels.of_guild(tx, guild_id)
            # Discord doesn't announce archived threads; a thread never becomes private.
            threads = public.threads | (before.threads if before is not None else frozenset())
            now = PublicChannels(public.name, public.channels, threads)
            if now != before:
                await public_channels.save(tx, guild_id, now)
            return now

        async with self._club.store.write() as tx:
            self._stored[guild_id] = await store(tx)


def public_in(guild: discord.Guild) -> PublicChannels:
    """What everyone can read in a server."""
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
    """Whether nothing has to be stored anew."""
    if stored is None or public is None:
        return stored is public
    is_same = (stored.name, stored.channels) == (public.name, public.channels)
    return is_same and public.threads <= stored.threads
