"""The cards of events: posted once, edited in place, with a thread and an entry in the calendar."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.events.champions import Champions
from bot.delivery.events.scheduled_events import ScheduledEvents
from bot.delivery.page_messages import post_or_edit
from bot.delivery.threads import open_thread
from bot.interactions.permissions import may_open_threads
from bot.pages.events.event_cards import card_mark, event_card
from bot.pages.page import Page, with_link
from club.club import Club
from club.events.names import event_name
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import EventPost
from language.texts import gettext
from presentation.events.loading import view_in
from storage.events.events import Event
from storage.matches import outbox


class EventCards:
    """Posts and edits the cards of events."""

    def __init__(
        self, client: discord.Client, club: Club, champions: Champions, *, opens_threads: bool
    ) -> None:
        self._client = client
        self._store = club.store
        self._events = club.events
        self._pages = club.pages
        self._clock = club.clock
        self._opens_threads = opens_threads
        self._calendar = ScheduledEvents(client)
        self._champions = champions

    async def deliver(self, claim: Claim[EventPost], match: Match | None) -> Conclusion:
        """Update the card of an event, or post it and open its thread.

        Changes made in the meantime are shown by a later post.
        """
        async with self._store.read() as tx:
            is_overtaken = await outbox.is_overtaken(tx, claim.entry)
            view = await view_in(tx, claim.post.event_id)
        if is_overtaken:
            return sent(claim)
        event = view.event
        page = await event_card(view, claim.settings.board_width)
        page = with_link(page, gettext("Watch"), await self._pages.event_address(event))
        card = await self._put_card(claim, event, page)
        event = replace(event, card_message_id=card)
        if event.thread_id is None and event.state != "cancelled" and claim.settings.threads:
            event = replace(event, thread_id=await self._open_thread(event, claim))
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
        return sent(claim, card)

    async def _put_card(self, claim: Claim[EventPost], event: Event, page: Page) -> int:
        """Edit the card, or post it if there is none.

        :returns: its id.
        """
        channel = self._client.get_partial_messageable(event.channel_id, guild_id=event.guild_id)
        card = event.card_message_id
        if card is None and claim.is_repeated:
            since = claim.entry.created_at
            card = await own_message_with(self._client, channel, card_mark(event), since=since)
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
