"""Posting and editing pages as messages, and finding the messages of earlier attempts."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.interface.controls import control_ids
from bot.interface.responses import CLOSED_THREAD
from bot.pages.layout import Page
from club.outbox.delivery import Claim
from club.outbox.kinds import Post

log = logging.getLogger(__name__)

SEARCH_LIMIT = 1000
"""Maximum number of messages searched in a channel, ten requests."""

CLOCK_TOLERANCE = timedelta(minutes=1)
"""Tolerated difference between our clock and Discord's."""

UNKNOWN_MESSAGE = 10008

OPENING_DMS_TOO_FAST = 40003
"""Discord's code for opening direct messages too fast, which isn't a refusal by the user."""


async def own_message_with(
    client: discord.Client,
    channel: discord.PartialMessageable,
    mark: str,
    *,
    since: datetime | None = None,
) -> int | None:
    """Return the bot's latest message in a channel with a control.

    :param mark: the id of the control.
    :param since: when the post was queued, if known. Older messages are skipped.
    """
    async for message_id, controls in own_messages(client, channel, since):
        if mark in controls:
            return message_id
    return None


async def post_page(place: discord.PartialMessageable, page: Page, nonce: str) -> int:
    """Post a page.

    :param nonce: for some minutes, Discord treats posts with the same nonce as one message.
    :returns: the id of the message.
    """
    message = await place.send(
        view=page.layout(),
        files=page.files(),
        allowed_mentions=page.allowed_mentions(),
        nonce=nonce,
    )
    return message.id


async def earlier_message(
    client: discord.Client,
    claim: Claim[Post],
    place: discord.PartialMessageable,
    mark: str,
) -> int | None:
    """Return the message that an earlier attempt at a post sent without storing it, if any.

    :param mark: the id of a control that only this message has.
    """
    if not claim.is_repeated:
        return None
    return await own_message_with(client, place, mark, since=claim.entry.created_at)


async def post_once(
    client: discord.Client,
    claim: Claim[Post],
    place: discord.PartialMessageable,
    page: Page,
    mark: str,
) -> int:
    """Post a page, unless an earlier attempt has.

    :param mark: the id of a control that only this page has.
    :returns: the id of the message.
    """
    message_id = await earlier_message(client, claim, place, mark)
    return await post_page(place, page, claim.key) if message_id is None else message_id


async def edit_page(place: discord.PartialMessageable, page: Page, message_id: int) -> None:
    """Edit a message to show a page.

    :raises discord.NotFound: if it is gone.
    """
    await place.get_partial_message(message_id).edit(
        view=page.layout(),
        attachments=page.files(),
        allowed_mentions=page.allowed_mentions(),
    )


async def post_or_edit(
    place: discord.PartialMessageable, page: Page, message_id: int | None, nonce: str
) -> int:
    """Edit a message to show a page, or post a new one if there is none or its thread is archived.

    :returns: its id.
    """
    if message_id is not None:
        try:
            await edit_page(place, page, message_id)
        except discord.HTTPException as error:
            if error.code not in {UNKNOWN_MESSAGE, *CLOSED_THREAD}:
                raise
        else:
            return message_id
    return await post_page(place, page, nonce)


@contextmanager
def _if_present(message_id: int) -> Iterator[None]:
    """Do nothing to a message that is gone, or whose thread is closed."""
    try:
        yield
    except discord.NotFound:
        log.info("message %s is already gone", message_id)
    except discord.HTTPException as error:
        if error.code not in CLOSED_THREAD:
            raise
        log.info("message %s stays as it is: %s", message_id, error)


async def edit_if_present(place: discord.PartialMessageable, page: Page, message_id: int) -> None:
    """Edit a message to show a page, unless it is gone or its thread is closed.

    Without a new picture, it keeps its own.
    """
    with _if_present(message_id):
        await place.get_partial_message(message_id).edit(
            view=page.layout(),
            attachments=page.files() or discord.utils.MISSING,
            allowed_mentions=page.allowed_mentions(),
        )


async def delete_if_present(place: discord.PartialMessageable, message_id: int) -> None:
    """Delete a message, unless it is gone or its thread is closed."""
    with _if_present(message_id):
        await place.get_partial_message(message_id).delete()


async def send_message(
    client: discord.Client, user_id: int, page: Page, claim: Claim[Post]
) -> int | None:
    """Send a direct message.

    :returns: the id of the message, or None if the user refuses direct messages.
    :raises discord.Forbidden: if Discord refuses, not the user.
    """
    try:
        channel = await client.create_dm(discord.Object(user_id))
        message = await channel.send(view=page.layout(), nonce=f"d{claim.entry.id}")
    except discord.Forbidden as error:
        if error.code == OPENING_DMS_TOO_FAST:
            raise
        log.info("user %s refuses direct messages: %s", user_id, error)
        return None
    return message.id


async def own_messages(
    client: discord.Client, channel: discord.PartialMessageable, since: datetime | None
) -> AsyncIterator[tuple[int, set[str]]]:
    """Yield the bot's latest messages in a channel, newest first, with their controls.

    Yields none if the bot can't read the history, or the channel is gone.
    """
    earliest = None if since is None else since - CLOCK_TOLERANCE
    try:
        async for message in channel.history(limit=SEARCH_LIMIT):
            if earliest is not None and message.created_at < earliest:
                break
            if message.author == client.user:
                yield message.id, control_ids(message)
    except (discord.Forbidden, discord.NotFound):
        log.info("can't read channel %s; posting without checking for duplicates", channel.id)
