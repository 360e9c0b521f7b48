"""The bot's introduction to a server it has just joined."""

from __future__ import annotations

import discord

from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.page_messages import post_page
from bot.pages.community.greeting import GREETING_MARK, greeting_page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import GreetingPost


class Greetings:
    """The greetings of all servers."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._greetings = club.greetings
        self._opponents = club.opponents

    async def queue_due(self) -> None:
        """Queue the greetings of servers that the bot has joined recently, once each."""
        for guild in self._client.guilds:
            if not self._greetings.is_done(guild.id) and not guild.unavailable:
                await self.queue(guild)

    async def queue(self, guild: discord.Guild) -> None:
        """Queue the greeting of a server, if the bot has joined recently and can post."""
        channel = _channel_of(guild)
        await self._greetings.queue(
            guild.id,
            None if channel is None else channel.id,
            None if guild.me is None else guild.me.joined_at,
        )

    async def deliver(self, claim: Claim[GreetingPost], match: Match | None) -> Conclusion:
        """Send a greeting, if the bot can still post there."""
        post = claim.post
        guild = self._client.get_guild(post.guild_id)
        system_channel = None if guild is None else _channel_of(guild)
        if system_channel is None or system_channel.id != post.channel_id:
            return sent(claim)
        channel = self._client.get_partial_messageable(
            system_channel.id, guild_id=system_channel.guild.id
        )
        message_id = None
        if claim.is_repeated:
            since = claim.entry.created_at
            message_id = await own_message_with(self._client, channel, GREETING_MARK, since=since)
        if message_id is None:
            message_id = await post_page(
                channel, await greeting_page(self._opponents.can_play), claim.key
            )
        return sent(claim, message_id)


def _channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel, if the bot can post pictures there."""
    channel = guild.system_channel
    if channel is None:
        return None
    rights = channel.permissions_for(guild.me)
    return channel if rights.view_channel and rights.send_messages and rights.attach_files else None
