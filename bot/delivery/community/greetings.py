"""The greeting with which the bot introduces itself once in a server that it has just joined."""

from __future__ import annotations

import discord

from bot.delivery.page_messages import posted
from bot.delivery.sent_before import own_message_with
from bot.pages.community.greeting import GREETING_MARK, greeting_page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import GreetingPost


class Greetings:
    """Those of all servers."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._greetings = club.greetings
        self._opponents = club.opponents

    async def queue_due(self) -> None:
        """Queue the greetings of the servers that the bot has joined lately, each once."""
        for guild in self._client.guilds:
            if not self._greetings.is_done(guild.id) and not guild.unavailable:
                await self.queue(guild)

    async def queue(self, guild: discord.Guild) -> None:
        """Queue the greeting of a server, if the bot has joined it lately and may write."""
        channel = _channel_of(guild)
        await self._greetings.queue(
            guild.id,
            None if channel is None else channel.id,
            None if guild.me is None else guild.me.joined_at,
        )

    async def deliver(self, claim: Claim[GreetingPost], match: Match | None) -> Conclusion:
        """Send a greeting, if the bot may still write there."""
        post = claim.post
        guild = self._client.get_guild(post.guild_id)
        present = None if guild is None else _channel_of(guild)
        if present is None or present.id != post.channel_id:
            return sent(claim)
        channel = self._client.get_partial_messageable(present.id, guild_id=present.guild.id)
        message_id = None
        if claim.is_repeated:
            since = claim.entry.created_at
            message_id = await own_message_with(self._client, channel, GREETING_MARK, since=since)
        if message_id is None:
            message_id = await posted(
                channel, await greeting_page(self._opponents.can_play), claim.key
            )
        return sent(claim, message_id)


def _channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel in which a server is told of who comes, where the bot may write and draw."""
    channel = guild.system_channel
    if channel is None:
        return None
    rights = channel.permissions_for(guild.me)
    return channel if rights.view_channel and rights.send_messages and rights.attach_files else None
