"""Opening the thread of a match or an event, once.

A thread without a message to begin it can be opened any number of times. So before another one is
opened, and after an opening that may have been repeated on its way, the bot looks for its own.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from presentation.markup import short_text

LONGEST_NAME = 100
"""Characters of a thread's name that Discord takes."""

QUIET_MINUTES = 10080
"""Discord folds a thread away after so long without a message: a week, its longest."""

THREAD_IS_THERE = 160004
"""Discord's code for a message that has a thread already."""

SHORTEST_REPETITION = 1.0
"""Seconds that discord.py waits before it repeats a request whose answer was lost."""

log = logging.getLogger(__name__)


async def open_thread(
    channel: discord.TextChannel, start_message: int | None, name: str, *, may_be_there: bool
) -> int | None:
    """Open a thread under a message, or in the channel if there is none.

    :param name: which no other thread of the bot in the channel has. Direction marks, which
        people's names may contain, are left out of it.
    :param may_be_there: whether an earlier attempt may have opened it.
    :returns: its id; None if Discord refuses.
    """
    name = short_text(name, LONGEST_NAME)
    if may_be_there:
        own = await _only_own_thread(channel, name)
        if own is not None:
            return own
    try:
        if start_message is not None:
            message = channel.get_partial_message(start_message)
            try:
                thread = await message.create_thread(name=name, auto_archive_duration=QUIET_MINUTES)
            except discord.NotFound:
                pass
            else:
                return thread.id
        return await _open_alone(channel, name)
    except discord.HTTPException as error:
        if error.code == THREAD_IS_THERE:
            # It was opened before a crash; a thread under a message has that message's id.
            return start_message
        if isinstance(error, discord.DiscordServerError):
            raise
        log.info("no thread in channel %s: %s", channel.id, error)
        return None


async def remove_thread(channel: discord.TextChannel, thread_id: int) -> None:
    """Remove a thread that nothing was posted in, or fold it away if the bot may not."""
    thread = channel.get_thread(thread_id) or await channel.guild.fetch_channel(thread_id)
    if not isinstance(thread, discord.Thread):
        return
    try:
        await thread.delete()
    except discord.NotFound:
        log.info("thread %s is gone already", thread_id)
    except discord.Forbidden:
        await thread.edit(archived=True)
    log.info("the superfluous thread %s is removed", thread_id)


async def _open_alone(channel: discord.TextChannel, name: str) -> int:
    loop = asyncio.get_running_loop()
    began = loop.time()
    thread = await channel.create_thread(
        name=name,
        type=discord.ChannelType.public_thread,
        auto_archive_duration=QUIET_MINUTES,
    )
    if loop.time() - began < SHORTEST_REPETITION:
        return thread.id
    return await _only_own_thread(channel, name) or thread.id


async def _only_own_thread(channel: discord.TextChannel, name: str) -> int | None:
    """The bot's thread of a name in a channel, the oldest; empty ones beside it are removed."""
    own = sorted(
        (
            thread
            for thread in await channel.guild.active_threads()
            if (thread.parent_id, thread.owner_id) == (channel.id, channel.guild.me.id)
            and thread.name == name
        ),
        key=lambda thread: (not thread.message_count, thread.id),
    )
    for thread in own[1:]:
        if not thread.message_count:
            await remove_thread(channel, thread.id)
    return own[0].id if own else None
