"""Finding a message that an earlier attempt posted and couldn't say so any more.

Discord takes a nonce for the same message for some minutes only; after a longer interruption the
channel itself is looked at.
"""

from __future__ import annotations

import logging

import discord

from bot.interactions.controls import control_ids

LOOKED_BACK = 30
"""Messages of a channel among which one is looked for."""

log = logging.getLogger(__name__)


async def own_message_with(
    client: discord.Client, channel: discord.PartialMessageable, mark: str, *, after: int = 0
) -> int | None:
    """The latest message of the bot in a channel that carries a control.

    :param mark: the id of the control.
    :param after: the id of a message; it and those before it are not looked at.
    """
    try:
        async for message in channel.history(limit=LOOKED_BACK):
            if message.id <= after:
                break
            if message.author == client.user and mark in control_ids(message):
                return message.id
    except discord.Forbidden:
        log.info("channel %s can't be read, and is posted to unseen", channel.id)
    return None
