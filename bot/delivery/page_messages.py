"""Posting and editing pages as messages in channels."""

from __future__ import annotations

import logging

import discord

from bot.pages.page import Page
from club.outbox.claims import Claim
from club.outbox.kinds import Post

UNKNOWN_MESSAGE = 10008

log = logging.getLogger(__name__)


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
    """Edit a message to show a page, or post a new one if there is none.

    :returns: its id.
    """
    if message_id is not None:
        try:
            await edit_page(place, page, message_id)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        else:
            return message_id
    return await post_page(place, page, nonce)


async def edit_if_present(place: discord.PartialMessageable, page: Page, message_id: int) -> None:
    """Edit a message to show a page, unless it is gone. Without a new picture, it keeps its own."""
    try:
        await place.get_partial_message(message_id).edit(
            view=page.layout(),
            attachments=page.files() or discord.utils.MISSING,
            allowed_mentions=page.allowed_mentions(),
        )
    except discord.NotFound:
        log.info("message %s is gone; nothing to edit", message_id)


OPENING_DMS_TOO_FAST = 40003
"""Discord's code for opening direct messages too fast, which isn't a refusal by the user."""


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
