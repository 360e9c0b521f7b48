"""Opening an event and posting its card, and `/cup`, which does it in one step."""

from __future__ import annotations

import dataclasses

import discord
from discord import app_commands

from bot.interface import permissions
from bot.interface.answers import Answer
from bot.interface.context import (
    guild_id_of,
    is_in_forum,
    is_in_private_thread,
    parent_id_of,
    person,
    place_id_of,
    place_of,
)
from bot.interface.front import Front, FrontCog, command
from bot.interface.markup import DISCORD, address
from bot.interface.options import GAME_CHOICES, GAME_WORDS, OPTIONS_WORDS, PACE_CHOICES, options_in
from bot.pages.layout import text_page
from club.audit import Admin
from extensions.events.bot.calendar import belongs_in_calendar, may_make_entries
from extensions.events.bot.cards import deliver_card
from extensions.events.club.course import Person
from extensions.events.club.events import Events
from extensions.events.club.formats.registry import FORMATS
from extensions.events.club.opening import EventOptions, Opening
from extensions.events.presentation.events import title_of
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import Event
from language.lists import sentences
from language.texts import N_, gettext, lazy_gettext
from rules.refusal import Refusal
from rules.registry import game_named


def check_place(interaction: discord.Interaction) -> None:
    """Check that an event can be shown in the current channel.

    :raises Refusal: `permissions`, `guild_only`.
    """
    guild_id_of(interaction)
    in_thread = isinstance(interaction.channel, discord.Thread)
    permissions.require(interaction.app_permissions, place_id_of(interaction), in_thread=in_thread)


async def open_event(
    front: Front,
    answer: Answer,
    format: str,
    wishes: EventOptions,
    options: str | None,
    *,
    joins: bool,
) -> Event:
    """Open an event in the channel of an interaction and post its card there.

    :param options: the typed options of the game.
    :param joins: whether the opener enters it. Otherwise they open it as an organiser.
    :raises Refusal: `format`, `game`, `option`, `forum`, `private_thread`, `channel`, or those of
        `Events.open`.
    """
    interaction = answer.interaction
    _check_game(format, wishes, options)
    if wishes.game is not None:
        wishes = dataclasses.replace(wishes, options=options_in(game_named(wishes.game), options))
    if is_in_forum(interaction):
        words = lazy_gettext("An event can't be in a forum. Open it in a text channel.")
        raise Refusal("forum", words)
    if is_in_private_thread(interaction):
        words = lazy_gettext("An event can't be in a private thread. Open it in a text channel.")
        raise Refusal("private_thread", words)
    await front.club.settings.for_new_play(place_of(interaction))
    user = person(interaction.user)
    opener = Person(user.user_id, user.name)
    place = guild_id_of(interaction), parent_id_of(interaction)
    event = await front.club.part(Events).open(
        Opening(*place, format, opener, wishes),
        joins=joins,
        admin=None if joins else Admin(user.user_id, user.name),
    )
    trouble = await deliver_card(front, event)
    if trouble is not None:
        words = gettext(
            "{event} is open, but there's a problem. {trouble}",
            event=title_of(event, DISCORD),
            trouble=trouble,
        )
        await answer.private(text_page(words))
        return event
    event = await front.club.store.read(lambda tx: stored_events.current(tx, event.id))
    await answer.private(text_page(_opened_words(front, interaction, event, joins=joins)))
    return event


class CupCommands(FrontCog):
    """Opens cups."""

    @command("cup", N_("Open a mini-tournament that starts when it's full"), is_for_servers=True)
    @app_commands.describe(
        game=GAME_WORDS,
        players=N_("Number of players (default: 4)"),
        pace=N_("Time per turn"),
        options=OPTIONS_WORDS,
    )
    @app_commands.choices(game=GAME_CHOICES, pace=PACE_CHOICES)
    async def cup(
        self,
        answer: Answer,
        game: str,
        players: int | None = None,
        pace: str | None = None,
        options: str | None = None,
    ) -> None:
        """Open a cup, enter it, and post its card in the channel."""
        check_place(answer.interaction)
        wishes = EventOptions(game=game, pace=pace, most=players)
        await open_event(self.front, answer, "cup", wishes, options, joins=True)


def _check_game(format: str, wishes: EventOptions, options: str | None) -> None:
    """Check that a game is chosen if the format needs one.

    :raises Refusal: `format`, `game`, `option`.
    """
    if format not in FORMATS:
        raise Refusal("format", lazy_gettext("Choose a format from the list."))
    if FORMATS[format].has_game:
        if wishes.game is None:
            words = lazy_gettext("Choose a game. Only a tour covers all of them.")
            raise Refusal("game", words)
        return
    if wishes.game is not None:
        raise Refusal("game", lazy_gettext("A tour covers every game. Leave the game empty."))
    if options is not None:
        raise Refusal(
            "option",
            lazy_gettext("A tour uses the standard options. Leave the options empty."),
        )


def _opened_words(
    front: Front, interaction: discord.Interaction, event: Event, *, joins: bool
) -> str:
    card = address(event.guild_id, event.channel_id, event.card_message_id)
    opening = gettext("{event} is open.", event=DISCORD.link(title_of(event, DISCORD), card))
    entry = gettext("You're in it too.") if joins else ""
    calendar = ""
    is_due = belongs_in_calendar(interaction.guild, event, front.club.clock())
    if is_due and not _may_make_entries(interaction):
        calendar = gettext(
            "I couldn't add it to the server's Events: I need the **Create Events** permission."
        )
    return str(sentences(opening, entry, calendar))


def _may_make_entries(interaction: discord.Interaction) -> bool:
    guild = interaction.guild
    return guild is not None and may_make_entries(guild.me.guild_permissions)
