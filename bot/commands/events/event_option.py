"""Finding the event of a control or an option, or the one of the channel."""

from __future__ import annotations

import discord

from bot.commands.front import Front
from bot.interactions.entries.autocomplete import MAX_CHOICES, Choices, choice
from bot.interactions.entries.numbers import number_in
from bot.interactions.interaction_context import guild_id_of, place_id_of, viewer_of
from club.events import refusals
from club.events.names import event_name
from club.members.viewer import Viewer
from club.references import Command, CommandOption, Names
from language.texts import N_
from presentation.events.event_words import STATE_WORDS, kind_words, raw_title
from rules.refusal import Refusal
from storage.database.transaction import Transaction
from storage.events import entrants
from storage.events import events as stored_events
from storage.events.events import Event

MAX_LISTED = 25
"""Maximum number of events suggested or listed: current ones, then the latest."""


async def event_numbered(front: Front, interaction: discord.Interaction, text: str) -> Event:
    """Return the event with the number in an option or a control.

    :raises Refusal: `number`, `unknown_event`.
    """
    number, viewer = number_in(text, "event"), viewer_of(interaction)
    async with front.club.store.read() as tx:
        event = await stored_events.get(tx, number)
        is_of_server = event is not None and event.guild_id == viewer.guild_id
        if event is None or not is_of_server or not await _may_know_of(tx, viewer, event):
            raise refusals.unknown_event()
    return event


async def target_event(front: Front, interaction: discord.Interaction, option: str | None) -> Event:
    """Return the named event, or that of the current thread, or the only current one.

    :raises Refusal: `number`, `unknown_event`, `no_event`, `which_event`.
    """
    if option is not None:
        return await event_numbered(front, interaction, option)
    events = await known_events(front, interaction)
    in_thread = [event for event in events if event.thread_id == place_id_of(interaction)]
    under_way = [event for event in events if not event.is_over]
    if len(in_thread or under_way) == 1:
        return (in_thread or under_way)[0]
    if not events:
        raise Refusal(
            "no_event",
            N_("There are no events in this server yet. Open one with {cup}."),
            cup=Command("cup"),
        )
    if not under_way:
        raise Refusal(
            "no_event",
            N_(
                "No event is in progress in this server. Open one with {cup}, or see past "
                "events with {list}."
            ),
            cup=Command("cup"),
            list=Command("event list"),
        )
    raise Refusal(
        "which_event",
        N_("Several events are in progress: {events}. Choose one with the option {option}."),
        events=Names(tuple(str(event_name(event)) for event in under_way[:5])),
        option=CommandOption("event"),
    )


async def known_events(front: Front, interaction: discord.Interaction) -> list[Event]:
    """Return the server's events that the user may see, current ones first."""
    async with front.club.store.read() as tx:
        events = await stored_events.of_guild(tx, guild_id_of(interaction), MAX_LISTED)
        viewer = viewer_of(interaction)
        return [event for event in events if await _may_know_of(tx, viewer, event)]


async def _may_know_of(tx: Transaction, viewer: Viewer, event: Event) -> bool:
    """Whether a viewer can see an event's channel, or has entered the event."""
    if viewer.may_know_of_event(event):
        return True
    entered = await entrants.of_event(tx, event.id)
    return any(each.user_id == viewer.user_id for each in entered)


def choices_of_events(events: list[Event], typed: str) -> Choices:
    """Return choices of events whose number, name, game or format matches the typed text."""
    query = typed.casefold().strip().lstrip("#")
    texts = [(str(event.id), _label(event)) for event in events]
    return [choice(text, value) for value, text in texts if query in text.casefold()][:MAX_CHOICES]


def _label(event: Event) -> str:
    facts = [raw_title(event), kind_words(event), STATE_WORDS[event.state]]
    return " · ".join([str(event.id), *map(str, facts)])
