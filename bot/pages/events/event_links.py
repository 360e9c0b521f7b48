"""Links to events."""

from __future__ import annotations

from bot.pages.discord_markup import DISCORD, address
from presentation.events.event_words import title_of
from storage.events.events import Event


def link_to_event(event: Event) -> str:
    """Return the title of an event, linked to its thread or its card."""
    card = None if event.thread_id is not None else event.card_message_id
    return DISCORD.link(title_of(event, DISCORD), address(event.guild_id, event.place_id, card))
