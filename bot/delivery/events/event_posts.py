"""What the bot tells of events by itself: a card edited in place, and news in its thread.

Each method sends one post of the outbox for whoever has claimed it, and says what came of it.
"""

from __future__ import annotations

import logging
from dataclasses import replace

import discord

from bot.delivery.board_cards import THREAD_IS_SHUT, UNKNOWN_CHANNEL
from bot.delivery.events.champions import Champions
from bot.delivery.events.scheduled_events import ScheduledEvents
from bot.delivery.page_messages import posted, put
from bot.delivery.sent_before import own_message_with
from bot.delivery.threads import open_thread
from bot.interactions.languages import Languages
from bot.interactions.permissions import may_open_threads
from bot.pages.events.event_cards import card_mark, event_card
from bot.pages.events.news_pages import news_mark, news_page
from bot.pages.page import Page
from club.club import Club
from club.events.names import named
from presentation.events.event_view import EventView
from presentation.events.loading import view_in
from storage.events import news as stored_news
from storage.events.events import Event
from storage.matches import outbox
from storage.matches.outbox import Entry
from storage.members import guild_settings

log = logging.getLogger(__name__)


class EventPosts:
    """Sends and edits the messages of events."""

    def __init__(
        self, client: discord.Client, club: Club, languages: Languages, *, opens_threads: bool
    ) -> None:
        self._client = client
        self._store = club.store
        self._events = club.events
        self._clock = club.clock
        self._opens_threads = opens_threads
        self._calendar = ScheduledEvents(client)
        self.champions = Champions(client, club, languages)

    async def show(self, post: Entry) -> int | None:
        """Let the card show how the event stands; where it has none, post it, and open its
        thread.

        :returns: the id of the card; None where a later post is to show it.
        """
        async with self._store.read() as tx:
            is_overtaken = await outbox.is_overtaken(tx, post)
            view = await view_in(tx, post.payload["event_id"])
            settings = await guild_settings.get(tx, view.event.guild_id)
        if is_overtaken:
            # The later one shows all that has changed by then.
            return None
        event = view.event
        page = await event_card(view, settings.board_width)
        card = await self._put_card(post, event, page)
        event = replace(event, card_message_id=card)
        if event.thread_id is None and event.state != "cancelled" and settings.threads:
            event = replace(event, thread_id=await self._open_thread(event))
        entry_id = await self._calendar.bring_up_to_date(event, self._clock())
        event = replace(event, scheduled_event_id=entry_id)
        if event.state == "over":
            await self.champions.crown(event.guild_id)
        await self._events.messages.placed(
            event.id,
            thread_id=event.thread_id,
            card_message_id=event.card_message_id,
            scheduled_event_id=event.scheduled_event_id,
        )
        return card

    async def tell(self, post: Entry) -> int | None:
        """Tell the thread of an event what is new, if anything is.

        :returns: the id of the message.
        """
        async with self._store.read() as tx:
            view = await view_in(tx, post.payload["event_id"])
            news = await stored_news.of_event(tx, view.event.id, after=view.event.told_news)
        page = news_page(view, news)
        message_id = None
        if page is not None:
            mark = news_mark(view.event, news[-1].number)
            message_id = await self._posted(post, view, page, mark)
        if news:
            # First of all: told again, there is nothing new to tell.
            await self._events.messages.told(view.event.id, news[-1].number, silently=page is None)
        return message_id

    async def _put_card(self, post: Entry, event: Event, page: Page) -> int:
        """Edit the card, or post it where there is none.

        :returns: its id.
        """
        channel = self._client.get_partial_messageable(event.channel_id, guild_id=event.guild_id)
        card = event.card_message_id
        if card is None and post.attempts:
            card = await own_message_with(self._client, channel, card_mark(event))
        return await put(channel, page, card, post.key)

    async def _open_thread(self, event: Event) -> int | None:
        """The thread of an event, under its card; None where it may have none."""
        channel = self._client.get_channel(event.channel_id)
        if not self._opens_threads or not isinstance(channel, discord.TextChannel):
            return None
        if not may_open_threads(channel.permissions_for(channel.guild.me)):
            return None
        return await open_thread(channel, event.card_message_id, str(named(event))[:100])

    async def _posted(self, post: Entry, view: EventView, page: Page, mark: str) -> int:
        """The message with the news, in the thread or, where that is gone, in the channel."""
        event = view.event
        try:
            return await self._send(post, event.place_id, event.guild_id, page, mark)
        except discord.HTTPException as error:
            is_shut = error.code == UNKNOWN_CHANNEL or error.code in THREAD_IS_SHUT
            if event.thread_id is None or not is_shut:
                raise
            log.info("the thread of event %s is gone: %s", event.id, error)
            return await self._send(post, event.channel_id, event.guild_id, page, mark)

    async def _send(self, post: Entry, place_id: int, guild_id: int, page: Page, mark: str) -> int:
        place = self._client.get_partial_messageable(place_id, guild_id=guild_id)
        former = await own_message_with(self._client, place, mark) if post.attempts else None
        if former is not None:
            return former
        return await posted(place, page, post.key)
