"""Posting and editing pages as messages in channels."""

from __future__ import annotations

import logging

import discord

from bot.pages.page import Page

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
