"""Finding a message that an earlier attempt posted and couldn't say so any more.

Discord takes a nonce for the same message for some minutes only; after a longer interruption the
channel itself is looked at.
"""

from __future__ import annotations

import logging

import discord

from bot.controls import control_ids

LOOKED_BACK = 30
"""Messages of a channel among which one is looked for."""

log = logging.getLogger(__name__)


async def message_with(
    channel: discord.PartialMessageable, author_id: int, mark: str
) -> int | None:
    """The latest message of somebody in a channel that carries a control.

    :param mark: the id of the control.
    """
    try:
        async for message in channel.history(limit=LOOKED_BACK):
            if message.author.id == author_id and mark in control_ids(message):
                return message.id
    except discord.Forbidden:
        log.info("channel %s can't be read, and is posted to unseen", channel.id)
    return None
