"""Actions of organisers, who need Manage Events or Manage Server."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.interface.answers import Answer
from bot.interface.arguments import number_in
from bot.interface.context import guild_id_of, organises, viewer_of
from bot.interface.front import Front
from bot.interface.markup import DISCORD
from bot.pages.layout import Button, Page, control, text_page
from bot.servers.audit import ALSO_LOGGED, SENTENCES
from club.audit import Admin
from extensions.events.bot.cards import deliver_card
from extensions.events.club.events import Events, may_know_of
from extensions.events.presentation.events import title_of
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import Event
from language.lists import sentences
from language.texts import N_, gettext, lazy_gettext
from rules.refusal import Refusal


def check_organises(interaction: discord.Interaction) -> None:
    """Check that the user may organise events in this server.

    :raises Refusal: `guild_only`, `not_allowed`.
    """
    guild_id_of(interaction)
    if not organises(interaction.permissions):
        raise Refusal(
            "not_allowed",
            lazy_gettext(
                "Only organisers can do that: members with **Manage Events**. Anyone can "
                "open a cup with `/cup`."
            ),
        )


@ALSO_LOGGED.add
def actions_note(_: None) -> Sequence[str]:
    """Return that the change log has the actions of organisers."""
    return [gettext("Organisers' actions in `/event` are listed too.")]


SENTENCES.update(
    {
        "event opened": N_("{time} {name} opened event {event}"),
        "event closed": N_("{time} {name} closed the entries of event {event}"),
        "event entrant": N_("{time} {name} removed someone from event {event}"),
        "event extended": N_("{time} {name} extended event {event}"),
        "event adjudicated": N_("{time} {name} decided match {match} of event {event}"),
        "event seat": N_("{time} {name} offered a seat in match {match} of event {event}"),
        "event cancelled": N_("{time} {name} cancelled event {event}"),
    }
)


class Organising:
    """Carries out actions of organisers and confirms them."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._events = front.club.part(Events)

    async def close(self, answer: Answer, event: Event) -> None:
        """Close the entries so that the event starts."""
        updated = await self._events.organising.close_entries(event.id, _admin(answer))
        words = gettext(
            "Entries for **{event}** are closed. It starts in a moment.",
            event=title_of(updated, DISCORD),
        )
        await self._confirm(answer, updated, words)

    def cancel_question(self, event: Event) -> Page:
        """Return the page that asks to confirm cancelling an event."""
        text = gettext(
            "Cancel **{event}**? Its matches continue as ordinary matches, and nobody wins "
            "it. This can't be undone.",
            event=title_of(event, DISCORD),
        )
        return Page(
            (text, (Button(gettext("Cancel event"), control("event-cancel", event.id), "danger"),))
        )

    async def cancel(self, answer: Answer, event: Event) -> None:
        """Cancel an event."""
        updated = await self._events.organising.cancel(event.id, _admin(answer))
        words = gettext("You cancelled **{event}**.", event=title_of(updated, DISCORD))
        await answer.update(text_page(words))
        await deliver_card(self._front, updated)

    async def remove(self, answer: Answer, event: Event, member: discord.abc.User) -> None:
        """Remove an entrant."""
        updated = await self._events.organising.remove(event.id, member.id, _admin(answer))
        words = gettext(
            "{name} is out of **{event}**.",
            name=DISCORD.name(member.display_name),
            event=title_of(updated, DISCORD),
        )
        await self._confirm(answer, updated, words)

    async def extend(self, answer: Answer, event: Event) -> None:
        """Extend an event by a week, once."""
        updated = await self._events.organising.extend(event.id, _admin(answer))
        until = updated.entries_close_at if updated.state == "open" else updated.ends_at
        extension = gettext(
            "**{event}** has been extended by a week.", event=title_of(updated, DISCORD)
        )
        when = ""
        if until is not None:
            when = gettext("It now ends {when}.", when=DISCORD.relative(until))
        await self._confirm(answer, updated, str(sentences(extension, when)))

    async def adjudicate(self, answer: Answer, match: str, winner: discord.abc.User | None) -> None:
        """Decide a match of an event."""
        number = number_in(match, "match")
        event = await self._event_of(answer, number)
        winner_id = None if winner is None else winner.id
        updated = await self._events.organising.adjudicate(
            event.id, number, winner_id, _admin(answer)
        )
        words = (
            gettext(
                "Match {number} of **{event}** counts as a draw.",
                number=number,
                event=title_of(updated, DISCORD),
            )
            if winner is None
            else gettext(
                "Match {number} of **{event}** counts as a win for {name}.",
                number=number,
                event=title_of(updated, DISCORD),
                name=DISCORD.name(winner.display_name),
            )
        )
        await self._confirm(answer, updated, words)

    async def _event_of(self, answer: Answer, match_id: int) -> Event:
        """Return the event of a match.

        :raises Refusal: `not_of_event`.
        """
        viewer = viewer_of(answer.interaction)
        async with self._front.club.store.read() as tx:
            event = await stored_events.of_match(tx, match_id)
            is_known = (
                event is not None
                and event.guild_id == viewer.guild_id
                and await may_know_of(tx, viewer, event)
            )
        if event is None or not is_known:
            raise Refusal(
                "not_of_event",
                lazy_gettext(
                    "Match {number} isn't part of an event. See an event's matches with "
                    "`/event rounds`.",
                    number=match_id,
                ),
            )
        return event

    async def _confirm(self, answer: Answer, event: Event, words: str) -> None:
        await answer.private(text_page(words))
        await deliver_card(self._front, event)


def _admin(answer: Answer) -> Admin:
    return Admin(answer.user.id, answer.user.display_name)
