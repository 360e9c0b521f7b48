"""The greeting with which the bot introduces itself, once, where it has come into a server.

It goes through the outbox, whose keys are its memory: a server that the bot joined just now and
whose greeting is not among them is greeted, also by the process after the one that saw it join.
"""

from __future__ import annotations

from datetime import timedelta

import discord

from bot.delivery.page_messages import posted
from bot.delivery.sent_before import own_message_with
from bot.pages.community.greeting import GREETING_MARK, greeting_page
from club.club import Club
from club.outbox import posts
from storage.matches import outbox
from storage.matches.outbox import Entry

NEWS = timedelta(days=1)
"""How long after it has joined the bot still introduces itself; less than the outbox remembers."""


class Greetings:
    """Those of all servers."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._store = club.store
        self._clock = club.clock
        self._seen: set[int] = set()
        """The servers that this process need not look at again."""

    async def queue_due(self) -> None:
        """Queue the greetings of the servers that the bot has joined lately, each once."""
        for guild in self._client.guilds:
            if guild.id not in self._seen and not guild.unavailable:
                await self.queue(guild)

    async def queue(self, guild: discord.Guild) -> None:
        """Queue the greeting of a server, if the bot has joined it lately and may write."""
        now = self._clock()
        joined_at = None if guild.me is None else guild.me.joined_at
        channel = _channel_of(guild)
        if channel is not None and joined_at is not None and now - joined_at <= NEWS:
            async with self._store.write() as tx:
                await outbox.enqueue(tx, posts.greeting(guild.id, channel.id, now))
        self._seen.add(guild.id)

    async def forget(self, guild: discord.Guild) -> None:
        """Look at a server anew, should the bot come back."""
        self._seen.discard(guild.id)

    async def send(self, post: Entry) -> int | None:
        """Send a greeting, where the bot may still write.

        :returns: the id of the message.
        """
        guild = self._client.get_guild(post.payload["guild_id"])
        present = None if guild is None else _channel_of(guild)
        if present is None or present.id != post.channel_id:
            return None
        channel = self._client.get_partial_messageable(present.id, guild_id=present.guild.id)
        if post.attempts:
            former = await own_message_with(self._client, channel, GREETING_MARK)
            if former is not None:
                return former
        return await posted(channel, await greeting_page(), post.key)


def _channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel in which a server is told of who comes, where the bot may write and draw."""
    channel = guild.system_channel
    if channel is None:
        return None
    rights = channel.permissions_for(guild.me)
    return channel if rights.view_channel and rights.send_messages and rights.attach_files else None
