"""Finding a message that an earlier attempt posted without storing that.

Discord takes a nonce for the same message for some minutes only; after a longer interruption the
channel itself is searched.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta

import discord

from bot.interactions.controls import control_ids

LOOKED_BACK = 1000
"""The most messages of a channel that are searched: ten requests."""

CLOCKS_DIFFER = timedelta(minutes=1)
"""How much later a message may be than Discord dates it, by the clock that dates the posts."""

log = logging.getLogger(__name__)


async def own_message_with(
    client: discord.Client,
    channel: discord.PartialMessageable,
    mark: str,
    *,
    since: datetime | None = None,
    after: int = 0,
) -> int | None:
    """The latest message of the bot in a channel that carries a control.

    :param mark: the id of the control.
    :param since: when the post was queued, if that is known; older messages are not looked at.
    :param after: the id of a message; it and older ones are not looked at.
    """
    async for message_id, controls in _own_messages(client, channel, since):
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
    since: datetime,
    present: int | None,
) -> int | None:
    """The latest message of the bot in a channel that carries one of some controls, other than the
    present one.

    :param is_mark: whether it is the id of such a control.
    :param since: when the post was queued; older messages are not looked at.
    :param present: the id of the present message.
    """
    async for message_id, controls in _own_messages(client, channel, since):
        if message_id != present and any(map(is_mark, controls)):
            return message_id
    return None


async def _own_messages(
    client: discord.Client, channel: discord.PartialMessageable, since: datetime | None
) -> AsyncIterator[tuple[int, set[str]]]:
    """The latest messages of the bot in a channel, the newest first, with their controls; none if
    the bot may not read there."""
    earliest = None if since is None else since - CLOCKS_DIFFER
    try:
        async for message in channel.history(limit=LOOKED_BACK):
            if earliest is not None and message.created_at < earliest:
                break
            if message.author == client.user:
                yield message.id, control_ids(message)
    except discord.Forbidden:
        log.info("channel %s can't be read, and is posted to unseen", channel.id)
