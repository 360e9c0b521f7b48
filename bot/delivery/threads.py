"""Opening the thread of a match."""

from __future__ import annotations

import logging

import discord

QUIET_MINUTES = 10080
"""Discord folds a thread away after so long without a message: a week, its longest."""

THREAD_IS_THERE = 160004
"""Discord's code for a message that has a thread already."""

log = logging.getLogger(__name__)


async def open_thread(
    channel: discord.TextChannel, start_message: int | None, name: str
) -> int | None:
    """Open a thread under a message, or in the channel where there is none; None if refused."""
    try:
        if start_message is not None:
            message = channel.get_partial_message(start_message)
            try:
                thread = await message.create_thread(name=name, auto_archive_duration=QUIET_MINUTES)
            except discord.NotFound:
                pass
            else:
                return thread.id
        thread = await channel.create_thread(
            name=name,
            type=discord.ChannelType.public_thread,
            auto_archive_duration=QUIET_MINUTES,
        )
        return thread.id
    except discord.HTTPException as error:
        if error.code == THREAD_IS_THERE:
            # It was made before a crash; a thread under a message has that message's id.
            return start_message
        if isinstance(error, discord.DiscordServerError):
            raise
        log.info("no thread in channel %s: %s", channel.id, error)
        return None
