"""A trial of posting, editing and threads in a channel, which cleans up after itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord

from bot.interface.permissions import (
    INVITE_PERMISSIONS,
    NEEDED,
    NEEDED_IN_FORUMS,
    missing_among,
)
from bot.interface.threads import open_thread
from bot.members.rules import rules_page
from bot.pages.layout import Button, Page
from bot.process.doctor.machine import Finding, fault, note, ok
from language.lists import listed
from rules.registry import GAMES

MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
"""Discord's codes for a channel that the bot can't see, and for a permission that it lacks."""

WORDS = "I'm checking whether I can post boards in this channel. This message disappears by itself."
THREAD = "Checking"
"""The name of the thread."""

LINK = "https://discord.com/developers/docs"


async def trial(client: discord.Client, channel_id: int) -> AsyncIterator[Finding]:
    """Try everything a match does in a channel."""
    try:
        channel = await client.fetch_channel(channel_id)
    except discord.HTTPException as error:
        missing = f" ({NEEDED['view_channel']})" if error.code == MISSING_ACCESS else ""
        yield fault(f"Channel {channel_id} can't be looked up: {error.text}{missing}.")
        return
    page = await rules_page(next(iter(GAMES.values())))
    page = Page((WORDS, *page.blocks))
    if isinstance(channel, discord.ForumChannel):
        async for finding in _trial_in_forum(client, channel, page):
            yield finding
        return
    if not isinstance(channel, discord.TextChannel):
        yield fault(
            f"Channel {channel_id} is neither a text channel nor a forum, where matches are played."
        )
        return
    place = client.get_partial_messageable(channel_id, guild_id=channel.guild.id)
    try:
        message = await place.send(
            view=page.layout(), files=page.files(), allowed_mentions=page.allowed_mentions()
        )
    except discord.HTTPException as error:
        reason = await _reason(client, channel, error)
        yield fault(f"No board can be posted in #{channel.name}: {reason}.")
        return
    yield ok(f"A board can be posted in #{channel.name}.")
    thread: int | None = None
    try:
        yield await _try_edit(message, page)
        thread = next(iter(await open_thread(channel, message.id, THREAD, may_exist=False)), None)
        yield await _try_thread(client, channel, thread)
    finally:
        leftover = await _clean_up(client, message, thread)
    if leftover is not None:
        yield leftover


async def _trial_in_forum(
    client: discord.Client, forum: discord.ForumChannel, page: Page
) -> AsyncIterator[Finding]:
    tags = [tag for tag in forum.available_tags if not tag.moderated][:1]
    try:
        thread, message = await forum.create_thread(
            name=THREAD,
            view=page.layout(),
            files=page.files(),
            allowed_mentions=page.allowed_mentions(),
            applied_tags=tags if forum.flags.require_tag else (),
        )
    except discord.HTTPException as error:
        reason = await _reason(client, forum, error)
        yield fault(f"No post can be opened in #{forum.name}: {reason}.")
        return
    yield ok(f"A post with a board can be opened in #{forum.name}.")
    try:
        yield await _try_edit(message, page)
        try:
            await thread.send(WORDS)
        except discord.HTTPException as error:
            reason = await _reason(client, forum, error)
            yield fault(f"A post can be opened, but no messages can be posted in it: {reason}.")
        else:
            yield ok("Messages can be posted in it.")
    finally:
        leftover = await _remove(thread, message)
    if leftover is not None:
        yield leftover


async def _reason(
    client: discord.Client,
    channel: discord.TextChannel | discord.ForumChannel,
    error: discord.HTTPException,
) -> str:
    """Return why Discord refused something, with the permissions that are missing."""
    if error.code != MISSING_PERMISSIONS or client.user is None:
        return error.text
    # Only a server that was fetched has its roles.
    guild = await client.fetch_guild(channel.guild.id, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    here = await guild.fetch_channel(channel.id)
    is_forum = isinstance(here, discord.ForumChannel)
    needed = NEEDED_IN_FORUMS if is_forum else INVITE_PERMISSIONS
    missing = missing_among(here.permissions_for(me), needed)
    return f"{error.text} ({listed(missing)})" if missing else error.text


async def _try_edit(message: discord.Message, page: Page) -> Finding:
    changed_page = Page((*page.blocks, (Button("A link", LINK),)))
    try:
        await message.edit(
            view=changed_page.layout(), allowed_mentions=changed_page.allowed_mentions()
        )
    except discord.HTTPException as error:
        return fault(f"A board can't be edited: {error.text}.")
    return ok("It can be edited.")


async def _try_thread(
    client: discord.Client, channel: discord.TextChannel, thread: int | None
) -> Finding:
    if thread is None:
        return note(
            f"No thread can be opened in #{channel.name}. Matches will stay in the channel."
        )
    try:
        place = client.get_partial_messageable(thread, guild_id=channel.guild.id)
        await place.send(WORDS)
    except discord.HTTPException as error:
        reason = await _reason(client, channel, error)
        return fault(f"A thread can be opened, but not posted in: {reason}.")
    return ok("A thread can be opened and posted in.")


async def _clean_up(
    client: discord.Client, message: discord.Message, thread: int | None
) -> Finding | None:
    """Delete everything posted. Return a finding about anything that remains."""
    leftover: Finding | None = None
    if thread is not None:
        thread_channel = await client.fetch_channel(thread)
        assert isinstance(thread_channel, discord.Thread)
        leftover = await _remove(thread_channel)
    await message.delete()
    return leftover


async def _remove(thread: discord.Thread, first: discord.Message | None = None) -> Finding | None:
    """Delete a thread or post. Return a finding if it remains.

    :param first: the first message of a post, which then is deleted alone.
    """
    try:
        await thread.delete()
    except discord.Forbidden:
        # Deleting threads needs Manage Threads, which the bot doesn't need otherwise.
        if first is not None:
            await first.delete()
        await thread.edit(archived=True)
        return note(
            f"The thread “{THREAD}” is closed but still there. Deleting it takes Manage "
            "Threads, which the bot doesn't need otherwise, so ask a moderator."
        )
    return None
