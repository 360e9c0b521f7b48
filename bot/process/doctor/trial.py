"""Posting a board, changing it and opening a thread, as a match does; and taking all away again."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord

from bot.commands.community.rules import rules_page
from bot.delivery.threads import open_thread
from bot.pages.page import Button, Page
from bot.process.doctor.finding import Finding, fault, note, ok
from rules.registry import GAMES

WORDS = "I'm checking whether I can post boards here. This goes away by itself."
LINK = "https://discord.com/developers/docs"


async def trial(client: discord.Client, channel_id: int) -> AsyncIterator[Finding]:
    """Do all that a match does in a channel."""
    try:
        channel = await client.fetch_channel(channel_id)
    except discord.HTTPException as error:
        yield fault(f"Channel {channel_id} can't be looked up: {error.text}.")
        return
    if not isinstance(channel, discord.TextChannel):
        yield fault(f"Channel {channel_id} is no text channel; matches are played in those.")
        return
    game = next(iter(GAMES.values()))
    page = await rules_page(game)
    page = Page((WORDS, *page.blocks))
    place = client.get_partial_messageable(channel_id, guild_id=channel.guild.id)
    try:
        message = await place.send(
            view=page.layout(), files=page.files(), allowed_mentions=page.allowed_mentions()
        )
    except discord.HTTPException as error:
        yield fault(f"No board can be posted in #{channel.name}: {error.text}.")
        return
    yield ok(f"A board can be posted in #{channel.name}.")
    thread: int | None = None
    try:
        yield await _changed(message, page)
        thread = await open_thread(channel, message.id, "Checking", may_be_there=False)
        yield await _thread_tried(client, channel, thread)
    finally:
        remains = await _removed(client, message, thread)
    if remains is not None:
        yield remains


async def _changed(message: discord.Message, page: Page) -> Finding:
    changed = Page((*page.blocks, (Button("A link", LINK),)))
    try:
        await message.edit(view=changed.layout(), allowed_mentions=changed.allowed_mentions())
    except discord.HTTPException as error:
        return fault(f"A board can't be changed: {error.text}.")
    return ok("It can be changed.")


async def _thread_tried(
    client: discord.Client, channel: discord.TextChannel, thread: int | None
) -> Finding:
    if thread is None:
        return note(f"No thread can be opened in #{channel.name}: matches stay in the channel.")
    try:
        place = client.get_partial_messageable(thread, guild_id=channel.guild.id)
        await place.send(WORDS)
    except discord.HTTPException as error:
        return fault(f"A thread can be opened, but nothing posted there: {error.text}.")
    return ok("A thread can be opened, and posted in.")


async def _removed(
    client: discord.Client, message: discord.Message, thread: int | None
) -> Finding | None:
    """Take away what was posted; a word about what has to stay."""
    stays: Finding | None = None
    if thread is not None:
        opened = await client.fetch_channel(thread)
        assert isinstance(opened, discord.Thread)
        try:
            await opened.delete()
        except discord.Forbidden:
            # Only Manage Threads may, which the bot never needs otherwise.
            await opened.edit(archived=True)
            stays = note(
                "The thread “Checking” is closed, but only a moderator can delete it: that takes "
                "Manage Threads, which the bot otherwise has no need of."
            )
    await message.delete()
    return stays
