"""The cards of events: posted once, edited in place, with a thread and an entry in the calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.interface.delivery import Failures, Posting, delivers
from bot.interface.front import Front
from bot.interface.markup import DISCORD, address
from bot.interface.messages import earlier_message, post_or_edit
from bot.interface.permissions import may_open_threads
from bot.interface.threads import open_thread
from bot.matches.cards import UNDER_TITLE, ShownMatch
from bot.pages.layout import ACCENT, Block, Button, Page, Picture, control, with_link
from club.club import Club
from club.matches.match import Match
from club.outbox.delivery import Claim, Conclusion, sent
from extensions.events.bot.calendar import ScheduledEvents
from extensions.events.bot.champions import Champions
from extensions.events.club import posts
from extensions.events.club.course import EventCourse
from extensions.events.club.events import Events
from extensions.events.club.formats.registry import event_name, format_of
from extensions.events.club.pages import event_address
from extensions.events.club.posts import EventPost
from extensions.events.presentation.event_view import EventView, view_in
from extensions.events.presentation.events import CardWords, card_words, link_label, title_of
from extensions.events.presentation.standings import figure_of, first_pages, standings_picture
from extensions.events.storage import events as stored_events
from extensions.events.storage.events import Event
from extensions.events.storage.news import is_overtaken
from language.texts import N_, gettext

MAX_PICTURES = 3
"""Maximum number of divisions shown on the card."""


@UNDER_TITLE.add
async def event_of_match(shown: ShownMatch) -> Sequence[str]:
    """Return a link to the event of a match, if any."""
    event_id = shown.match.stored.event_id
    if event_id is None:
        return []
    event = await shown.club.store.read(lambda tx: stored_events.get(tx, event_id))
    return [] if event is None else [part_words(event)]


def part_words(event: Event) -> str:
    """Return that a match is part of an event, linked to its thread or its card."""
    card = None if event.thread_id is not None else event.card_message_id
    link = DISCORD.link(title_of(event, DISCORD), address(event.guild_id, event.place_id, card))
    return gettext("Part of {event}", event=link)


def card_mark(event: Event) -> str:
    """Return the control that identifies the card of an event."""
    return control("event-standings", event.id, 0, "picture")


async def linked_card(club: Club, view: EventView, width: int) -> Page:
    """Return the current card of an event, with a link to its page if it has one."""
    page = await event_card(view, width)
    return with_link(page, link_label(view.event), await event_address(club, view.event))


async def event_card(view: EventView, width: int) -> Page:
    """Return the current card of an event.

    :param width: the width of its pictures in pixels.
    """
    event, words = view.event, card_words(view, DISCORD)
    blocks: list[Block] = [_text(words)]
    if event.state in ("running", "over"):
        blocks += await standings_pictures(view, width)
    if words.running:
        heading = gettext("In progress")
        blocks.append("\n".join([f"### {heading}", *(f"- {line}" for line in words.running)]))
    return Page((*blocks, *_buttons(view)), accent=None if event.is_over else ACCENT)


async def standings_pictures(view: EventView, width: int) -> list[Block]:
    """Draw the standings of the first divisions, one picture each."""
    pictures: list[Block] = []
    for number in first_pages(view.standings)[:MAX_PICTURES]:
        picture = await standings_picture(figure_of(view.standings, view.rounds, number), width)
        pictures.append(Picture(f"standings-{number}.png", picture.alt, picture.data))
    return pictures


def takes_late(view: EventView) -> bool:
    """Whether players can still enter the running event."""
    event = view.event
    course = EventCourse(event, view.entrants, view.rounds, view.pairings)
    return format_of(event).first_round(course) is not None


async def deliver_card(front: Front, event: Event) -> str | None:
    """Deliver the due update of an event's card.

    :returns: a text about delivery problems for the acting user, or None if there were none.
    """
    return await front.courier.deliver_post(posts.card(event, front.club.clock()))


@delivers(
    EventPost,
    Failures(
        gone=N_("I can't post its card: the channel is gone."),
        later=N_("Discord isn't accepting its card right now. I'll post it as soon as I can."),
        bug=N_("I couldn't draw its card just now. I'll post it as soon as I can."),
    ),
)
class EventCards:
    """Posts and edits the cards of events."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._store = posting.club.store
        self._events = posting.club.part(Events)
        self._membership = posting.club.membership
        self._club = posting.club
        self._clock = posting.club.clock
        self._opens_threads = posting.opens_threads
        self._calendar = ScheduledEvents(posting.client)
        self._champions = Champions(posting.client, posting.club, posting.languages)

    async def deliver(self, claim: Claim[EventPost], match: Match | None) -> Conclusion:
        """Update the card of an event, or post it and open its thread.

        If its channel was deleted, the calendar and the champions still follow it.
        Changes made in the meantime are shown by a later post.
        """
        async with self._store.read() as tx:
            is_replaced = await is_overtaken(tx, claim.entry)
            view = await view_in(tx, claim.post.event_id)
        event = view.event
        # An earlier attempt may have posted the first card, which the later post wouldn't look for.
        may_have_card = claim.is_repeated and event.card_message_id is None
        if is_replaced and not may_have_card:
            return sent(claim)
        if not self._membership.deleted(event.guild_id, [event.channel_id]):
            event = await self._show(claim, view)
        entry_id = await self._calendar.bring_up_to_date(event, self._clock())
        event = replace(event, scheduled_event_id=entry_id)
        if event.state == "over":
            await self._champions.crown(event.guild_id)
        await self._events.messages.set_places(
            event.id,
            thread_id=event.thread_id,
            card_message_id=event.card_message_id,
            scheduled_event_id=event.scheduled_event_id,
        )
        return sent(claim, event.card_message_id)

    async def _show(self, claim: Claim[EventPost], view: EventView) -> Event:
        """Show an event on its card, open its thread, and return it with both."""
        event = view.event
        page = await linked_card(self._club, view, claim.settings.board_width)
        card = await self._put_card(claim, event, page)
        event = replace(event, card_message_id=card)
        if event.thread_id is None and event.state != "cancelled" and claim.settings.threads:
            event = replace(event, thread_id=await self._open_thread(event, claim))
        return event

    async def _put_card(self, claim: Claim[EventPost], event: Event, page: Page) -> int:
        """Edit the card, or post it if there is none.

        :returns: its id.
        """
        channel = self._client.get_partial_messageable(event.channel_id, guild_id=event.guild_id)
        card = event.card_message_id
        if card is None:
            card = await earlier_message(self._client, claim, channel, card_mark(event))
        return await post_or_edit(channel, page, card, claim.key)

    async def _open_thread(self, event: Event, claim: Claim[EventPost]) -> int | None:
        """Open the thread of an event under its card, or None if that isn't allowed."""
        channel = self._client.get_channel(event.channel_id)
        if not self._opens_threads or not isinstance(channel, discord.TextChannel):
            return None
        if not may_open_threads(channel.permissions_for(channel.guild.me)):
            return None
        name = str(event_name(event))[:100]
        # Discord never opens two threads under one message.
        ids = await open_thread(channel, event.card_message_id, name, may_exist=False)
        return next(iter(ids), None)


def _text(words: CardWords) -> str:
    lines = [f"## {words.title}", words.facts, *words.lines]
    if words.byline:
        lines.append(f"-# {words.byline}")
    return "\n".join(lines)


def _buttons(view: EventView) -> list[tuple[Button, ...]]:
    event = view.event
    actions: list[Button] = []
    if event.state == "open" or (event.state == "running" and takes_late(view)):
        actions.append(Button(gettext("Join"), control("event-join", event.id), "success"))
    if view.awaited:
        actions.append(Button(gettext("Still in?"), control("event-still", event.id), "primary"))
    if event.state == "running" and format_of(event).has_challenges:
        actions.append(Button(gettext("Challenge"), control("event-above", event.id), "primary"))
    views: list[Button] = [Button(gettext("Open just for me"), card_mark(event))]
    if event.state != "open":
        views.append(Button(gettext("Matches"), control("event-rounds", event.id, 0)))
    if event.game is not None and event.state != "over":
        views.append(Button(gettext("Rules"), control("terms", event.game, event.terms.pace)))
    if event.state == "open":
        leave = Button(gettext("Leave"), control("event-leave", event.id))
        rows = actions, [*views, leave]
    elif event.state == "running":
        drop_out = Button(gettext("Drop out"), control("event-leave", event.id))
        rows = views, [*actions, drop_out]
    else:
        rows = views, actions
    return [tuple(row) for row in rows if row]
