"""The news of events, at most one message per day in each thread."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.interface.delivery import Posting, delivers, is_thread_closed
from bot.interface.markup import DISCORD, address, mentioned_in
from bot.interface.messages import earlier_message, post_page
from bot.pages.layout import MAX_TEXT_LENGTH, Button, Page, control
from bot.pages.listing import fitted
from club.matches.match import Match
from club.outbox.delivery import Claim, Conclusion, sent
from extensions.events.club.events import Events
from extensions.events.club.posts import EventNewsPost
from extensions.events.presentation.event_view import EventView, view_in
from extensions.events.presentation.events import title_of
from extensions.events.presentation.news import news_lines
from extensions.events.storage import news as stored_news
from extensions.events.storage.events import Event
from extensions.events.storage.news import News
from language.texts import gettext

log = logging.getLogger(__name__)


def news_mark(event_id: int, number: int) -> str:
    """Return the control that identifies the message with this news.

    :param number: the number of its latest item.
    """
    return control("event-news", event_id, number)


def news_page(view: EventView, news: Sequence[News]) -> Page | None:
    """Return the latest news, or None if none is worth a message."""
    event = view.event
    lines = news_lines(view, news, DISCORD)
    if not lines:
        return None
    is_over = any(each.kind == "over" for each in news)
    mentions = [champion.user_id for champion in view.champions] if is_over else []
    asked_numbers = {number for each in news if each.kind == "asked" for number in each.entrants}
    awaited = [entrant for entrant in view.awaited if entrant.number in asked_numbers]
    mentions += [entrant.user_id for entrant in awaited]
    title = f"### {title_of(event, DISCORD)}"
    listed = fitted([f"- {line}" for line in lines], MAX_TEXT_LENGTH - len(title))
    text = "\n".join((title, *listed))
    buttons: list[Button] = []
    if awaited:
        buttons.append(Button(gettext("Still in?"), control("event-still", event.id), "success"))
    buttons += [Button(gettext("Standings"), news_mark(event.id, news[-1].number))]
    if event.card_message_id is not None:
        card = address(event.guild_id, event.channel_id, event.card_message_id)
        buttons.append(Button(gettext("Go to the card"), card))
    return Page((text, tuple(buttons)), mentioned_in(text, mentions))


@delivers(EventNewsPost)
class EventNews:
    """Posts the news of events."""

    def __init__(self, posting: Posting) -> None:
        self._client = posting.client
        self._store = posting.club.store
        self._events = posting.club.part(Events)
        self._membership = posting.club.membership

    async def deliver(self, claim: Claim[EventNewsPost], match: Match | None) -> Conclusion:
        """Post the news of an event, if it is worth a message."""
        async with self._store.read() as tx:
            view = await view_in(tx, claim.post.event_id)
            news = await stored_news.of_event(tx, view.event.id, after=view.event.told_news)
        is_gone = self._membership.deleted(view.event.guild_id, [view.event.channel_id])
        page = None if is_gone else news_page(view, news)
        message_id, number = None, news[-1].number if news else 0
        if page is not None:
            message_id, number = await self._post(claim, view.event, page, news)
        if news:
            # Stored first, so that a second delivery finds nothing new.
            await self._events.messages.note_news_posted(
                view.event.id, number, silently=page is None
            )
        return sent(claim, message_id)

    async def _post(
        self, claim: Claim[EventNewsPost], event: Event, page: Page, news: Sequence[News]
    ) -> tuple[int, int]:
        """Post the news in the thread or, if that is gone, in the channel.

        :returns: the id of the message, and the number of its latest item.
        """
        try:
            return await self._post_in(event.place_id, claim, page, news)
        except discord.HTTPException as error:
            if event.thread_id is None or not is_thread_closed(error):
                raise
            log.info("thread of event %s is gone: %s", event.id, error)
            return await self._post_in(event.channel_id, claim, page, news)

    async def _post_in(
        self, place_id: int, claim: Claim[EventNewsPost], page: Page, news: Sequence[News]
    ) -> tuple[int, int]:
        place = self._client.get_partial_messageable(place_id, guild_id=claim.post.guild_id)
        # An earlier attempt may have posted only what was news then.
        for number in (each.number for each in reversed(news)):
            mark = news_mark(claim.post.event_id, number)
            message_id = await earlier_message(self._client, claim, place, mark)
            if message_id is not None:
                return message_id, number
        return await post_page(place, page, claim.key), news[-1].number
