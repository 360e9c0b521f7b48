"""Finding a message that an earlier attempt posted and couldn't say so any more.

Discord takes a nonce for the same message for some minutes only; after a longer interruption the
channel itself is looked at.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable

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
    async for message_id, controls in _own_messages(client, channel):
        if message_id <= after:
            break
        if mark in controls:
            return message_id
    return None


async def own_message_beside(
    client: discord.Client,
    channel: discord.PartialMessageable,
    is_mark: Callable[[str], bool],
    *,
    present: int | None,
) -> int | None:
    """The latest message of the bot in a channel that carries one of some controls, and is not
    the one that is known.

    :param is_mark: whether it is the id of such a control.
    :param present: the id of the message that is known.
    """
    async for message_id, controls in _own_messages(client, channel):
        if message_id != present and any(map(is_mark, controls)):
            return message_id
    return None


async def _own_messages(
    client: discord.Client, channel: discord.PartialMessageable
) -> AsyncIterator[tuple[int, set[str]]]:
    """The latest messages of the bot in a channel, the newest first, with their controls; none
    where the bot may not read there."""
    try:
        async for message in channel.history(limit=LOOKED_BACK):
            if message.author == client.user:
                yield message.id, control_ids(message)
    except discord.Forbidden:
        log.info("channel %s can't be read, and is posted to unseen", channel.id)
