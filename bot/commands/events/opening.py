"""Opening an event: where, and how it is shown."""

from __future__ import annotations

import dataclasses

import discord

from bot.commands.front import Front
from bot.commands.game_option import options_in
from bot.interactions import permissions
from bot.interactions.answers import Answer
from bot.interactions.interaction_context import guild_id_of, parent_id_of, person
from bot.pages.events.event_words import FORMAT_NAMES, title_of
from bot.pages.links import address
from bot.pages.page import text_page
from club.events.course import Person
from club.events.opening import Wishes
from club.members.audit import Admin
from rules.refusal import Refusal
from rules.registry import game_named
from storage.events import events as stored_events
from storage.events.events import Event, Format

FORMATS: dict[str, Format] = {key: key for key in FORMAT_NAMES}


def check_place(interaction: discord.Interaction) -> None:
    """Check that an event can be shown where somebody is.

    :raises Refusal: `permissions`, `guild_only`.
    """
    guild_id_of(interaction)
    in_thread = isinstance(interaction.channel, discord.Thread)
    permissions.require(interaction.app_permissions, in_thread=in_thread)


async def opened(
    front: Front,
    answer: Answer,
    format: str,
    wishes: Wishes,
    options: str | None,
    *,
    joins: bool,
) -> Event:
    """Open an event in the channel where somebody is, and show its card there.

    :param options: as somebody typed them.
    :param joins: whether who opens it takes part; who doesn't opens it as an organiser.
    :raises Refusal: `format`, `game`, `option`, `channel`, or why there can't be such an event.
    """
    interaction = answer.interaction
    if format not in FORMATS:
        raise Refusal("format", "Choose one of the formats that I suggest.")
    if format == "tour" and wishes.game is not None:
        raise Refusal("game", "A tour goes through all games: leave the game out.")
    if format == "tour" and options is not None:
        raise Refusal("option", "A tour goes through all games as they are: leave the options out.")
    if format != "tour" and wishes.game is None:
        raise Refusal("game", "Say which game it is for. Only a tour goes through all of them.")
    if wishes.game is not None:
        wishes = dataclasses.replace(wishes, options=options_in(game_named(wishes.game), options))
    settings = await front.settings_of(guild_id_of(interaction))
    if settings.channels and parent_id_of(interaction) not in settings.channels:
        channels = ", ".join(f"<#{channel_id}>" for channel_id in settings.channels)
        raise Refusal("channel", f"In this server matches are played in {channels}.")
    who = person(interaction.user)
    event = await front.club.events.open(
        guild_id_of(interaction),
        parent_id_of(interaction),
        FORMATS[format],
        Person(who.user_id, who.name),
        wishes,
        joins=joins,
        admin=None if joins else Admin(who.user_id, who.name),
    )
    trouble = await front.courier.deliver_event(event)
    if trouble is not None:
        await answer.private(text_page(f"{title_of(event)} is open, but: {trouble}"))
        return event
    async with front.club.store.read() as tx:
        event = await stored_events.get(tx, event.id) or event
    card = address(event.guild_id, event.channel_id, event.card_message_id)
    you = " You're in it yourself." if joins else ""
    await answer.private(text_page(f"[{title_of(event)}]({card}) is open.{you}"))
    return event
