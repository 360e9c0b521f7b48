"""Actions shared by the commands and controls of events."""

from __future__ import annotations

import discord

from bot.commands.front import Front
from bot.interactions.answers import Answer
from bot.interactions.controls import outdated
from bot.interactions.interaction_context import guild_id_of, person
from bot.pages.discord_markup import DISCORD
from bot.pages.events.event_cards import event_card
from bot.pages.events.event_lists import above_page, leave_question, left_page, rounds_page
from bot.pages.events.standings_page import FORMS, standings_page
from bot.pages.page import with_link
from club.events.course import Person
from club.events.formats.registry import format_of
from language.texts import gettext, lazy_gettext
from presentation.events.event_words import title_of
from presentation.events.loading import view_of
from rules.refusal import Refusal
from storage.events.events import Event


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
