"""The message with news for the thread of an event, at most one a day."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pages.control_ids import control
from bot.pages.discord_markup import DISCORD, address, mentioned_in
from bot.pages.listing import fitted
from bot.pages.page import MAX_TEXT_LENGTH, Button, Page
from language.texts import gettext
from presentation.events.event_view import EventView
from presentation.events.event_words import title_of
from presentation.events.news_words import news_lines
from storage.events.events import Event
from storage.events.news import News


def news_mark(event: Event, number: int) -> str:
    """Return the control that identifies the message with this news.

    :param number: the number of its latest item.
    """
    return control("event-news", event.id, number)


def news_page(view: EventView, news: Sequence[News]) -> Page | None:
    """Return the latest news, or None if none is worth a message."""
    event = view.event
    lines = news_lines(view, news, DISCORD)
    if not lines:
        return None
    is_over = any(each.kind == "over" for each in news)
    mentions = [each.user_id for each in view.champions] if is_over else []
    asked_numbers = {number for each in news if each.kind == "asked" for number in each.entrants}
    awaited = [each for each in view.awaited if each.number in asked_numbers]
    mentions += [each.user_id for each in awaited]
    title = f"### {title_of(event, DISCORD)}"
    listed = fitted([f"- {line}" for line in lines], MAX_TEXT_LENGTH - len(title))
    text = "\n".join((title, *listed))
    buttons: list[Button] = []
    if awaited:
        buttons.append(Button(gettext("Still in?"), control("event-still", event.id), "success"))
    buttons += [Button(gettext("Standings"), news_mark(event, news[-1].number))]
    if event.card_message_id is not None:
        card = address(event.guild_id, event.channel_id, event.card_message_id)
        buttons.append(Button(gettext("Go to the card"), card))
    return Page((text, tuple(buttons)), mentioned_in(text, mentions))
