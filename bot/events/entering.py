"""Joining, leaving and viewing events by their controls, and options that choose an event."""

from __future__ import annotations

import discord

from bot.events.cards import event_card
from bot.events.organising import Organising
from bot.events.standings import (
    FORMS,
    above_page,
    leave_question,
    left_page,
    rounds_page,
    standings_page,
)
from bot.interface.answers import Answer
from bot.interface.context import guild_id_of, person, place_id_of, viewer_of
from bot.interface.controls import id_in, number_in, on_control, outdated
from bot.interface.front import Front, FrontCog
from bot.interface.layout import text_page, with_link
from bot.interface.markup import DISCORD
from bot.interface.options import MAX_CHOICES, Choices, choice
from club.events import refusals
from club.events.course import Person
from club.events.formats.registry import event_name, format_of
from club.members.membership import Viewer
from club.references import Command, CommandOption, Names
from language.lists import sentences
from language.texts import N_, gettext, lazy_gettext
from presentation.events.event_view import view_of
from presentation.events.events import STATE_WORDS, kind_words, raw_title, title_of
from rules.refusal import Refusal
from storage.database.transaction import Transaction
from storage.events import entering
from storage.events import events as stored_events
from storage.events.events import Event

MAX_LISTED = 25
"""Maximum number of events suggested or listed: current ones, then the latest."""


class EventActions:
    """Leaving and viewing events, by command or control."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._club = front.club

    async def leave(self, answer: Answer, event: Event) -> None:
        """Leave an event, or ask for confirmation if it has started."""
        if event.state == "running":
            await answer.private(leave_question(event))
            return
        updated_event = await self._club.events.leave(event.id, answer.user.id)
        await answer.private(left_page(updated_event))
        await self._front.courier.deliver_event(updated_event)

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

    async def show_above(self, answer: Answer, event: Event) -> None:
        """Show the opponents to challenge on a ladder, with a button each.

        :raises Refusal: `not_a_ladder`.
        """
        if not format_of(event).has_challenges:
            raise Refusal(
                "not_a_ladder",
                lazy_gettext(
                    "Only ladders let you choose an opponent. In other events I make the pairings."
                ),
            )
        view = await view_of(self._club.store, event.id)
        await answer.private(above_page(view, answer.user.id))

    async def refresh_card(self, answer: Answer, event: Event) -> None:
        """Update the event's card, directly if it is the clicked message."""
        message = answer.interaction.message
        if message is not None and message.id == event.card_message_id:
            view = await view_of(self._club.store, event.id)
            width = await self._front.board_width(event.guild_id)
            async with answer.publicly():
                page = await event_card(view, width)
                address = await self._club.pages.event_address(event)
                page = with_link(page, gettext("Watch"), address)
            await answer.update(page)
        else:
            await self._front.courier.deliver_event(event)


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


def choices_of_events(events: list[Event], typed: str) -> Choices:
    """Return choices of events whose number, name, game or format matches the typed text."""
    query = typed.casefold().strip().lstrip("#")
    texts = [(str(event.id), _label(event)) for event in events]
    return [choice(text, value) for value, text in texts if query in text.casefold()][:MAX_CHOICES]


class EventControls(FrontCog):
    """Handles the controls of events."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.organising = Organising(front)
        self.actions = EventActions(front)

    @on_control("event-join", arguments=1, updates=True)
    async def join_by_button(self, answer: Answer, number: str) -> None:
        """Enter an event and update its card."""
        event = await event_numbered(self.front, answer.interaction, number)
        updated_event = await self.club.events.join(event.id, person_of(answer.interaction))
        await self.actions.refresh_card(answer, updated_event)
        await answer.private(text_page(joined_words(updated_event)))

    @on_control("event-still", arguments=1, updates=True)
    async def stay(self, answer: Answer, number: str) -> None:
        """Confirm an entry, before the start or for the next season."""
        event = await event_numbered(self.front, answer.interaction, number)
        updated_event = await self.club.events.confirm_entry(
            event.id, person_of(answer.interaction)
        )
        await self.actions.refresh_card(answer, updated_event)
        await answer.private(
            text_page(
                str(sentences(gettext("Glad you're still here."), joined_words(updated_event)))
            )
        )

    @on_control("event-leave", arguments=1)
    async def leave_by_button(self, answer: Answer, number: str) -> None:
        """Leave an event, or ask for confirmation if it has started."""
        await self.actions.leave(
            answer, await event_numbered(self.front, answer.interaction, number)
        )

    @on_control("event-gone", arguments=1, updates=True)
    async def leave_confirmed(self, answer: Answer, number: str) -> None:
        """Leave an event that has started, after confirmation."""
        event = await event_numbered(self.front, answer.interaction, number)
        updated_event = await self.club.events.leave(event.id, answer.user.id)
        await answer.update(left_page(updated_event))
        await self.front.courier.deliver_event(updated_event)

    @on_control("event-standings", arguments=3)
    async def open_standings(self, answer: Answer, number: str, page: str, form: str) -> None:
        """Show the standings at the page with the user's row."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_standings(answer, event, None, form)

    @on_control("event-page", arguments=3, updates=True)
    async def turn(self, answer: Answer, number: str, page: str, form: str) -> None:
        """Show another page of the standings, or the same page as text."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_standings(answer, event, number_in(page, "page"), form)

    @on_control("event-news", arguments=2)
    async def open_standings_from_news(self, answer: Answer, number: str, news: str) -> None:
        """Show the standings after a click on the news."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_standings(answer, event, None, "picture")

    @on_control("event-rounds", arguments=2)
    async def show_rounds(self, answer: Answer, number: str, of_round: str) -> None:
        """Show the pairings of the latest round."""
        event = await event_numbered(self.front, answer.interaction, number)
        await self.actions.show_rounds(answer, event)

    @on_control("event-round", arguments=3, updates=True)
    async def turn_round(self, answer: Answer, number: str, of_round: str, page: str) -> None:
        """Show the pairings of another round, or another page of them."""
        event = await event_numbered(self.front, answer.interaction, number)
        view = await view_of(self.club.store, event.id)
        await answer.update(
            rounds_page(view, number_in(of_round, "round"), number_in(page, "page"))
        )

    @on_control("event-above", arguments=1)
    async def show_above(self, answer: Answer, number: str) -> None:
        """Show the opponents to challenge on a ladder."""
        await self.actions.show_above(
            answer, await event_numbered(self.front, answer.interaction, number)
        )

    @on_control("event-climb", arguments=2, updates=True)
    async def challenge_above(self, answer: Answer, number: str, opponent: str) -> None:
        """Challenge someone above on a ladder and start the match."""
        event = await event_numbered(self.front, answer.interaction, number)
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
        match_id = await self.club.events.challenge_above(
            event.id, person_of(answer.interaction), above.place
        )
        words = gettext(
            "Match {number} of **{event}** has started. Good luck!",
            number=match_id,
            event=title_of(event, DISCORD),
        )
        await answer.update(text_page(words))
        await self.front.report_delivery(answer, match_id)

    @on_control("event-cancel", arguments=1, updates=True)
    async def cancel_confirmed(self, answer: Answer, number: str) -> None:
        """Cancel an event, after confirmation by an organiser."""
        self.organising.check(answer.interaction)
        event = await event_numbered(self.front, answer.interaction, number)
        await self.organising.cancel(answer, event)


async def _may_know_of(tx: Transaction, viewer: Viewer, event: Event) -> bool:
    """Whether a viewer can see an event's channel, or has entered the event."""
    if viewer.may_know_of_event(event):
        return True
    entered = await entering.of_event(tx, event.id)
    return any(each.user_id == viewer.user_id for each in entered)


def _label(event: Event) -> str:
    facts = [raw_title(event), kind_words(event), STATE_WORDS[event.state]]
    return " · ".join([str(event.id), *map(str, facts)])
