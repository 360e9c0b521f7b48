"""The event formats. A new one is a module beside this one and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from club.events.formats.cup import Cup
from club.events.formats.format import Format
from club.events.formats.ladder import Ladder
from club.events.formats.league import League
from club.events.formats.swiss import Swiss
from club.events.formats.tour import Tour
from storage.events.entrants import Title
from storage.events.events import Event

FORMATS: Mapping[str, Format] = {
    each.key: each
    for each in (
        Cup(),
        League(),
        Tour(),
        Ladder(),
        Swiss(),
    )
}
"""All formats by key, in the order they are offered."""


def format_of(event: Event | Title) -> Format:
    """Return the format of an event."""
    return FORMATS[event.format]
