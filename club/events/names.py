"""Names of events."""

from __future__ import annotations

from club.events.formats.registry import format_of
from language.lists import Listed
from storage.events.entrants import Title
from storage.events.events import Event


def event_name(event: Event | Title) -> Listed:
    """Return the name of an event: the chosen one, or one from its game and format."""
    return format_of(event).event_name(event)
