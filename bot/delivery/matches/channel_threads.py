"""Threads of channels as the homes of matches, opened before the first card."""

from __future__ import annotations

import discord

from bot.delivery.matches.homes import OpenHome, Opening
from bot.delivery.threads import open_thread, remove_thread
from bot.interactions.permissions import may_open_threads
from bot.pages.page import Page
from club.challenges.challenges import Challenges


class ChannelThreads:
    """A thread in the channel of the challenge."""

    def __init__(self, client: discord.Client, challenges: Challenges) -> None:
        self._client = client
        self._challenges = challenges

    def suits(self, opening: Opening) -> bool:
        """Whether threads are wanted, and the bot may open them in the channel."""
        channel = self._channel_of(opening)
        if channel is None or not opening.settings.threads:
            return False
        return may_open_threads(channel.permissions_for(channel.guild.me))

    async def open_ahead(self, opening: Opening, *, may_exist: bool) -> OpenHome | None:
        """Open the thread, under the card of the challenge if there is one."""
        channel, match = self._channel_of(opening), opening.match
        if channel is None:
            return None
        start_message = None
        if match.stored.challenge_id is not None and opening.place.number == 1:
            start_message = (await self._challenges.find(match.stored.challenge_id)).message_id
        ids = await open_thread(channel, start_message, opening.name, may_exist=may_exist)
        return OpenHome(ids[0], duplicates=tuple(ids[1:])) if ids else None

    async def open_with(self, opening: Opening, page: Page) -> OpenHome | None:
        """Open nothing: the card is posted in the thread."""
        return None

    async def remove(self, opening: Opening, thread_id: int) -> None:
        """Remove an empty duplicate."""
        channel = self._channel_of(opening)
        if channel is not None:
            await remove_thread(channel, thread_id)

    def _channel_of(self, opening: Opening) -> discord.TextChannel | None:
        channel = self._client.get_channel(opening.place.channel_id)
        return channel if isinstance(channel, discord.TextChannel) else None
