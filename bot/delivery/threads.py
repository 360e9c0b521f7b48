"""Opening the thread of a match or an event exactly once.

Discord doesn't prevent duplicates of a thread without a start message. So the bot looks for its own
threads before it opens one after a failed attempt, and after a request that may have been repeated.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from presentation.markup import short_text

MAX_NAME_LENGTH = 100
"""Discord's maximum length of a thread's name."""

QUIET_MINUTES = 10080
"""Minutes of inactivity after which Discord archives a thread: a week, the maximum."""

THREAD_EXISTS = 160004
"""Discord's code for a message that already has a thread."""

MIN_RETRY_DELAY = 1.0
"""Seconds after which discord.py first repeats a request without a response."""

log = logging.getLogger(__name__)


async def open_thread(
    channel: discord.TextChannel, start_message: int | None, name: str, *, may_exist: bool
) -> list[int]:
    """Open a thread under a message, or in the channel if there is none.

    :param name: a unique name in the channel. Direction marks in users' names are left out.
    :param may_exist: whether an earlier attempt may have opened it.
    :returns: its id, and those of empty duplicates left by repeated requests; empty if Discord
        refuses.
    """
    name = short_text(name, MAX_NAME_LENGTH)
    if may_exist:
        ids = await _own_thread_and_duplicates(channel, name)
        if ids:
            return ids
    try:
        if start_message is not None:
            message = channel.get_partial_message(start_message)
            try:
                thread = await message.create_thread(name=name, auto_archive_duration=QUIET_MINUTES)
            except discord.NotFound:
                pass
            else:
                return [thread.id]
        return await _open_alone(channel, name)
    except discord.HTTPException as error:
        if error.code == THREAD_EXISTS and start_message is not None:
            # It was opened before a crash. A thread under a message has that message's id.
            return [start_message]
        if isinstance(error, discord.DiscordServerError):
            raise
        log.info("could not open a thread in channel %s: %s", channel.id, error)
        return []


async def remove_thread(
    channel: discord.TextChannel | discord.ForumChannel, thread_id: int
) -> None:
    """Delete an empty thread, or archive it if the bot can't delete it."""
    thread = channel.get_thread(thread_id) or await channel.guild.fetch_channel(thread_id)
    if not isinstance(thread, discord.Thread):
        return
    try:
        await thread.delete()
    except discord.NotFound:
        log.info("thread %s is already gone", thread_id)
    except discord.Forbidden:
        await thread.edit(archived=True)
    else:
        log.info("removed the duplicate thread %s", thread_id)


async def _open_alone(channel: discord.TextChannel, name: str) -> list[int]:
    loop = asyncio.get_running_loop()
    began = loop.time()
    thread = await channel.create_thread(
        name=name,
        type=discord.ChannelType.public_thread,
        auto_archive_duration=QUIET_MINUTES,
    )
    if loop.time() - began < MIN_RETRY_DELAY:
        return [thread.id]
    return await _own_thread_and_duplicates(channel, name) or [thread.id]


async def _own_thread_and_duplicates(channel: discord.TextChannel, name: str) -> list[int]:
    """Return the ids of the bot's thread with a name and of its empty duplicates.

    If there are several, one with messages is preferred.
    """
    threads = sorted(await own_threads(channel, name), key=lambda each: not each.message_count)
    return [each.id for each in threads[:1]] + [
        each.id for each in threads[1:] if not each.message_count
    ]


async def own_threads(
    channel: discord.TextChannel | discord.ForumChannel, name: str
) -> list[discord.Thread]:
    """Return the bot's active threads with a name in a channel or forum, oldest first."""
    threads = [
        thread
        for thread in await channel.guild.active_threads()
        if (thread.parent_id, thread.owner_id) == (channel.id, channel.guild.me.id)
        and thread.name == name
    ]
    return sorted(threads, key=lambda thread: thread.id)
