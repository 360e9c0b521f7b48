"""The news of events, at most one message per day in each thread."""

from __future__ import annotations

import logging

import discord

from bot.delivery.earlier_attempts import own_message_with
from bot.delivery.failures import is_thread_closed
from bot.delivery.page_messages import post_page
from bot.pages.events.news_pages import news_mark, news_page
from bot.pages.page import Page
from club.club import Club
from club.matches.match import Match
from club.outbox.claims import Claim, Conclusion, sent
from club.outbox.kinds import EventNewsPost
from presentation.events.loading import view_in
from storage.events import news as stored_news
from storage.events.events import Event

log = logging.getLogger(__name__)


class EventNews:
    """Posts the news of events."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._store = club.store
        self._events = club.events

    async def deliver(self, claim: Claim[EventNewsPost], match: Match | None) -> Conclusion:
        """Post the news of an event, if it is worth a message."""
        async with self._store.read() as tx:
            view = await view_in(tx, claim.post.event_id)
            news = await stored_news.of_event(tx, view.event.id, after=view.event.told_news)
        page = news_page(view, news)
        message_id = None
        if page is not None:
            mark = news_mark(view.event, news[-1].number)
            message_id = await self._post(claim, view.event, page, mark)
        if news:
            # Stored first, so that a second delivery finds nothing new.
            await self._events.messages.note_news_posted(
                view.event.id, news[-1].number, silently=page is None
            )
        return sent(claim, message_id)

    async def _post(self, claim: Claim[EventNewsPost], event: Event, page: Page, mark: str) -> int:
        """Post the news in the thread or, if that is gone, in the channel."""
        try:
            return await self._post_in(event.place_id, claim, page, mark)
        except discord.HTTPException as error:
            if event.thread_id is None or not is_thread_closed(error):
                raise
            log.info("thread of event %s is gone: %s", event.id, error)
            return await self._post_in(event.channel_id, claim, page, mark)

    async def _post_in(
        self, place_id: int, claim: Claim[EventNewsPost], page: Page, mark: str
    ) -> int:
        place = self._client.get_partial_messageable(place_id, guild_id=claim.post.guild_id)
        if claim.is_repeated:
            since = claim.entry.created_at
            former = await own_message_with(self._client, place, mark, since=since)
            if former is not None:
                return former
        return await post_page(place, page, claim.key)
