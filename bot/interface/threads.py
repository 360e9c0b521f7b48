"""Threads and forum posts of matches, each opened once, and the tags of posts.

A post is a thread whose first message has the thread's id. Discord doesn't prevent duplicates, so
the bot looks for its own threads and posts by their unique names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from weakref import WeakValueDictionary

import discord

from bot.interface.permissions import NEEDED_IN_FORUMS, missing_among
from bot.pages.layout import Page
from presentation.markup import short_text

log = logging.getLogger(__name__)

MAX_NAME_LENGTH = 100
"""Discord's maximum length of a thread's name."""

QUIET_MINUTES = 10080
"""Minutes of inactivity after which Discord archives a thread: a week, the maximum."""

THREAD_EXISTS = 160004
"""Discord's code for a message that already has a thread."""

MIN_RETRY_DELAY = 1.0
"""Seconds after which discord.py first repeats a request without a response."""

MAX_TAGS = 20
"""Maximum number of tags of a forum."""

MAX_APPLIED_TAGS = 5
"""Maximum number of tags of a post."""

MAX_TAG_LENGTH = 20


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


def forum_with_id(guild: discord.Guild, channel_id: int | None) -> discord.ForumChannel | None:
    """Return a server's forum, or None if it is gone or isn't a forum."""
    channel = guild.get_channel(channel_id or 0)
    if isinstance(channel, discord.ForumChannel) and not channel.is_media():
        return channel
    return None


def missing_permissions_in(forum: discord.ForumChannel, me: discord.Member) -> list[str]:
    """Return the English names of the permissions that the bot lacks for posts in a forum."""
    return missing_among(forum.permissions_for(me), NEEDED_IN_FORUMS)


def missing_tags(forum: discord.ForumChannel, names: Sequence[str]) -> list[str]:
    """Return which tags of these names a forum doesn't have."""
    existing = {tag.name.casefold() for tag in forum.available_tags}
    return [name for name in names if name[:MAX_TAG_LENGTH].casefold() not in existing]


def may_add_tags(forum: discord.ForumChannel, me: discord.Member) -> bool:
    """Whether the bot is allowed to add tags to a forum, and there is room for some."""
    has_room = len(forum.available_tags) < MAX_TAGS
    return has_room and forum.permissions_for(me).manage_channels


def usable_tags(
    forum: discord.ForumChannel, names: Sequence[str], me: discord.Member
) -> list[discord.ForumTag]:
    """Return a forum's tags of these names, except those that only moderators may use."""
    moderates = forum.permissions_for(me).manage_threads
    tags = {tag.name.casefold(): tag for tag in forum.available_tags}
    matching = [tags.get(name[:MAX_TAG_LENGTH].casefold()) for name in names]
    return [tag for tag in matching if tag is not None and (moderates or not tag.moderated)]


def refuses_untagged(forum: discord.ForumChannel, names: Sequence[str], me: discord.Member) -> bool:
    """Whether a forum requires a tag and has none that the bot can use or add."""
    if not forum.flags.require_tag or usable_tags(forum, names, me):
        return False
    return not (missing_tags(forum, names) and may_add_tags(forum, me))


_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
"""Locks by forum. A change replaces all tags, so changes must not overlap."""


async def ensure_tags(forum: discord.ForumChannel, names: Sequence[str]) -> discord.ForumChannel:
    """Add tags of these names to a forum if possible, and return the forum."""
    if not missing_tags(forum, names) or not may_add_tags(forum, forum.guild.me):
        return forum
    async with _locks.setdefault(forum.id, asyncio.Lock()):
        try:
            return await _add_missing_tags(forum, names)
        except discord.HTTPException as error:
            log.info("could not add tags to forum %s: %s", forum.id, error)
            return forum


async def open_post(
    forum: discord.ForumChannel, name: str, page: Page, tags: Sequence[discord.ForumTag]
) -> list[int]:
    """Open a post with a page as its first message.

    :param name: a unique name in the forum.
    :returns: its id, and those of duplicates left by repeated requests, oldest first; empty if
        Discord refuses.
    """
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        post = await forum.create_thread(
            name=name,
            auto_archive_duration=QUIET_MINUTES,
            view=page.layout(),
            files=page.files(),
            allowed_mentions=page.allowed_mentions(),
            applied_tags=tags,
        )
    except discord.DiscordServerError:
        raise
    except discord.HTTPException as error:
        log.info("could not open a post in forum %s: %s", forum.id, error)
        return []
    if loop.time() - began < MIN_RETRY_DELAY:
        return [post.thread.id]
    return [each.id for each in await own_threads(forum, name)] or [post.thread.id]


async def remove_post(forum: discord.ForumChannel, post_id: int) -> None:
    """Delete a post and its first message, or archive it if the bot can't delete it."""
    thread = forum.get_thread(post_id) or await forum.guild.fetch_channel(post_id)
    if not isinstance(thread, discord.Thread):
        return
    try:
        await thread.get_partial_message(post_id).delete()
    except discord.NotFound:
        log.info("post %s is already gone", post_id)
        return
    await remove_thread(forum, post_id)


async def change_tags(
    thread: discord.Thread, tags: Sequence[discord.ForumTag], obsolete: frozenset[str]
) -> None:
    """Apply tags to a post.

    :param obsolete: the casefolded names of tags to remove. Others stay if there is room.
    """
    others = [
        tag
        for tag in thread.applied_tags
        if tag not in tags and tag.name.casefold() not in obsolete
    ]
    applied = [*tags, *others][:MAX_APPLIED_TAGS]
    if {tag.id for tag in applied} == {tag.id for tag in thread.applied_tags}:
        return
    if thread.archived:
        await thread.edit(archived=False, applied_tags=applied)
    else:
        await thread.edit(applied_tags=applied)


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
    return [thread.id for thread in threads[:1]] + [
        thread.id for thread in threads[1:] if not thread.message_count
    ]


async def _add_missing_tags(
    forum: discord.ForumChannel, names: Sequence[str]
) -> discord.ForumChannel:
    """Add as many absent tags of these names as there is room for, and return the forum."""
    # Another task may have added some, which the gateway reports later.
    current = await forum.guild.fetch_channel(forum.id)
    if not isinstance(current, discord.ForumChannel):
        return forum
    room = MAX_TAGS - len(current.available_tags)
    new_tags = [
        discord.ForumTag(name=name[:MAX_TAG_LENGTH]) for name in missing_tags(current, names)[:room]
    ]
    if not new_tags:
        return current
    return await current.edit(available_tags=[*current.available_tags, *new_tags]) or current
