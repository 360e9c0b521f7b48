"""Joining, leaving and viewing events by their controls, and options that choose an event."""

from __future__ import annotations

import discord

from bot.interface.answers import Answer
from bot.interface.arguments import NUMBER_WORDS, converts, number_in
from bot.interface.context import guild_id_of, person, place_id_of, viewer_of
from bot.interface.controls import on_control, outdated
from bot.interface.front import Front, FrontCog, Option
from bot.interface.markup import DISCORD
from bot.interface.options import Choices, choices_with, empty_on_failure
from bot.pages.layout import id_in, text_page
from club.references import Command, CommandOption, Names
from extensions.events.bot.cards import deliver_card, linked_card
from extensions.events.bot.organising import Organising, check_organises
from extensions.events.bot.standings import FORMS, left_page, rounds_page, standings_page
from extensions.events.club import refusals
from extensions.events.club.course import Person
from extensions.events.club.events import Events, may_know_of
from extensions.events.club.formats.registry import event_name
from extensions.events.presentation.event_view import view_of
from extensions.events.presentation.events import STATE_WORDS, kind_words, raw_title, title_of
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import Event
from language.lists import sentences
from language.texts import N_, gettext, lazy_gettext
from language.typed import normalised
from rules.refusal import Refusal

MAX_LISTED = 25
"""Maximum number of events suggested or listed: current ones, then the latest."""


class EventActions:
    """Leaving and viewing events, by command or control."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._club = front.club

    async def show_standings(
        self, answer: Answer, event: Event, page: int | None, form: str
    ) -> None:
        """Show the standings of an event.

        :param page: its index, or None for a new message with the page of the user's row.
        """
        if form not in FORMS:
            raise outdated()
        view = await view_of(self._club.store, event.id)
        width = await self._front.board_width(guild_id_of(answer.interaction))
        new_page = await standings_page(view, width, page, form, answer.user.id)
        await (answer.private(new_page) if page is None else answer.update(new_page))

    async def show_rounds(self, answer: Answer, event: Event) -> None:
        """Show the pairings of the latest round, with links to their matches."""
        view = await view_of(self._club.store, event.id)
        await answer.private(rounds_page(view, len(view.rounds)))

    async def refresh_card(self, answer: Answer, event: Event) -> None:
        """Update the event's card, directly if it is the clicked message."""
        message = answer.interaction.message
        if message is not None and message.id == event.card_message_id:
            view = await view_of(self._club.store, event.id)
            width = await self._front.board_width(event.guild_id)
            async with answer.publicly():
                page = await linked_card(self._club, view, width)
            await answer.update(page)
        else:
            await deliver_card(self._front, event)


def joined_words(event: Event) -> str:
    """Return the confirmation that the user has joined."""
    title = title_of(event, DISCORD)
    if event.state == "running":
        return gettext("You're in **{event}**. I'll tell you when it's your turn.", event=title)
    if event.entries_close_at is None:
        return gettext(
            "You're in **{event}**. It starts when it's full, and I'll tell you when it's "
            "your turn.",
            event=title,
        )
    return gettext(
        "You're in **{event}**. It starts {when}, and I'll tell you when it's your turn.",
        event=title,
        when=DISCORD.relative(event.entries_close_at),
    )


def person_of(interaction: discord.Interaction) -> Person:
    """Return the user of an interaction, for events."""
    user = person(interaction.user)
    return Person(user.user_id, user.name)


NUMBER_WORDS["event"] = N_("“{text}” isn't an event. Enter its number, like `17`.")


@converts(Event)
async def event_in(front: Front, answer: Answer, text: str) -> Event:
    """Return the event with the number in a control.

    :raises Refusal: `number`, `unknown_event`.
    """
    return await event_numbered(front, answer.interaction, text)


async def event_numbered(front: Front, interaction: discord.Interaction, text: str) -> Event:
    """Return the event with the number in an option or a control.

    :raises Refusal: `number`, `unknown_event`.
    """
    number, viewer = number_in(text, "event"), viewer_of(interaction)
    async with front.club.store.read() as tx:
        event = await stored_events.get(tx, number)
        is_of_server = event is not None and event.guild_id == viewer.guild_id
        if event is None or not is_of_server or not await may_know_of(tx, viewer, event):
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
        return [event for event in events if await may_know_of(tx, viewer, event)]


def event_option(
    description: str = N_("The event (not needed if there is only one)"),
    *,
    organises: bool = False,
    is_required: bool = False,
) -> Option:
    """Return the option for an event, as in `target_event`.

    :param organises: whether the command is for organisers.
    """

    async def find(cog: FrontCog, answer: Answer, text: str | None) -> Event:
        if organises:
            check_organises(answer.interaction)
        return await target_event(cog.front, answer.interaction, text)

    return Option("event", description, find, _suggest_events, is_required)


@empty_on_failure
async def _suggest_events(cog: FrontCog, interaction: discord.Interaction, typed: str) -> Choices:
    """Suggest events of the server."""
    return choices_of_events(await known_events(cog.front, interaction), typed)


NAMED_EVENT = event_option()
ORGANISED_EVENT = event_option(organises=True)


def choices_of_events(events: list[Event], typed: str) -> Choices:
    """Return choices of events whose number, name, game or format matches the typed text."""
    return choices_with(
        normalised(typed).strip().lstrip("#"), ((_label(event), str(event.id)) for event in events)
    )


class EventControls(FrontCog):
    """Handles the controls of events."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.organising = Organising(front)
        self.actions = EventActions(front)

    @on_control("event-join", updates=True)
    async def join_by_button(self, answer: Answer, event: Event) -> None:
        """Enter an event and update its card."""
        updated_event = await self.club.part(Events).join(event.id, person_of(answer.interaction))
        await self.actions.refresh_card(answer, updated_event)
        await answer.private(text_page(joined_words(updated_event)))

    @on_control("event-still", updates=True)
    async def stay(self, answer: Answer, event: Event) -> None:
        """Confirm an entry, before the start or for the next season."""
        updated_event = await self.club.part(Events).confirm_entry(
            event.id, person_of(answer.interaction)
        )
        await self.actions.refresh_card(answer, updated_event)
        await answer.private(
            text_page(
                str(sentences(gettext("Glad you're still here."), joined_words(updated_event)))
            )
        )

    @on_control("event-gone", updates=True)
    async def leave_confirmed(self, answer: Answer, event: Event) -> None:
        """Leave an event that has started, after confirmation."""
        updated_event = await self.club.part(Events).leave(event.id, answer.user.id)
        await answer.update(left_page(updated_event))
        await deliver_card(self.front, updated_event)

    @on_control("event-standings")
    async def open_standings(self, answer: Answer, event: Event, page: str, form: str) -> None:
        """Show the standings at the page with the user's row."""
        await self.actions.show_standings(answer, event, None, form)

    @on_control("event-page", updates=True)
    async def turn(self, answer: Answer, event: Event, page: int, form: str) -> None:
        """Show another page of the standings, or the same page as text."""
        await self.actions.show_standings(answer, event, page, form)

    @on_control("event-news")
    async def open_standings_from_news(self, answer: Answer, event: Event, news: str) -> None:
        """Show the standings after a click on the news."""
        await self.actions.show_standings(answer, event, None, "picture")

    @on_control("event-rounds")
    async def show_rounds(self, answer: Answer, event: Event, of_round: str) -> None:
        """Show the pairings of the latest round."""
        await self.actions.show_rounds(answer, event)

    @on_control("event-round", updates=True)
    async def turn_round(self, answer: Answer, event: Event, of_round: int, page: int) -> None:
        """Show the pairings of another round, or another page of them."""
        view = await view_of(self.club.store, event.id)
        await answer.update(rounds_page(view, of_round, page))

    @on_control("event-climb", updates=True)
    async def challenge_above(self, answer: Answer, event: Event, opponent: str) -> None:
        """Challenge someone above on a ladder and start the match."""
        opponent_id = id_in(opponent)
        if opponent_id is None:
            raise outdated()
        view = await view_of(self.club.store, event.id)
        above = view.entrant(opponent_id)
        if above is None or not above.is_in or above.place is None:
            raise Refusal(
                "gone",
                lazy_gettext("This player has left the ladder. Click **Challenge** again."),
            )
        match_id = await self.club.part(Events).challenge_above(
            event.id, person_of(answer.interaction), above.place
        )
        words = gettext(
            "Match {number} of **{event}** has started. Good luck!",
            number=match_id,
            event=title_of(event, DISCORD),
        )
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match_id)

    @on_control("event-cancel", updates=True)
    async def cancel_confirmed(self, answer: Answer, event: Event) -> None:
        """Cancel an event, after confirmation by an organiser."""
        check_organises(answer.interaction)
        await self.organising.cancel(answer, event)


def _label(event: Event) -> str:
    facts = [raw_title(event), kind_words(event), STATE_WORDS[event.state]]
    return " · ".join([str(event.id), *map(str, facts)])
