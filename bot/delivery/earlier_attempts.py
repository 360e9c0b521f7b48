"""Finding a message that an earlier attempt posted without storing the result.

Discord only recognises a nonce for some minutes. After a longer interruption, the channel itself is
searched.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

import discord

from bot.interactions.controls import control_ids

SEARCH_LIMIT = 1000
"""Maximum number of messages searched in a channel, ten requests."""

CLOCK_TOLERANCE = timedelta(minutes=1)
"""Tolerated difference between our clock and Discord's."""

log = logging.getLogger(__name__)


async def own_message_with(
    client: discord.Client,
    channel: discord.PartialMessageable,
    mark: str,
    *,
    since: datetime | None = None,
    after: int = 0,
) -> int | None:
    """Return the bot's latest message in a channel with a control.

    :param mark: the id of the control.
    :param since: when the post was queued, if known. Older messages are skipped.
    :param after: the id of a message. It and older ones are skipped.
    """
    async for message_id, controls in _own_messages(client, channel, since):
        if message_id <= after:
            break
        if mark in controls:
            return message_id
    return None


async def other_own_message(
    client: discord.Client,
    channel: discord.PartialMessageable,
    is_mark: Callable[[str], bool],
    *,
    since: datetime,
    present: int | None,
) -> int | None:
    """Return the bot's latest message in a channel with a matching control, except the current one.

    :param is_mark: whether the id of a control matches.
    :param since: when the post was queued. Older messages are skipped.
    :param present: the id of the current message.
    """
    async for message_id, controls in _own_messages(client, channel, since):
        if message_id != present and any(map(is_mark, controls)):
            return message_id
    return None


async def _own_messages(
    client: discord.Client, channel: discord.PartialMessageable, since: datetime | None
) -> AsyncIterator[tuple[int, set[str]]]:
    """Yield the bot's latest messages in a channel, newest first, with their controls.

    Yields none if the bot can't read the history.
    """
    earliest = None if since is None else since - CLOCK_TOLERANCE
    try:
        async for message in channel.history(limit=SEARCH_LIMIT):
            if earliest is not None and message.created_at < earliest:
                break
            if message.author == client.user:
                yield message.id, control_ids(message)
    except discord.Forbidden:
        log.info("can't read channel %s; posting without checking for duplicates", channel.id)
