"""What an event is called: as whoever opened it chose, else by its game and format."""

from __future__ import annotations

from rules.language import N_, lazy_gettext
from rules.listing import Listed
from rules.registry import GAMES
from storage.events.entrants import Title
from storage.events.events import Event, Format

UNNAMED: dict[Format, str] = {
    "cup": N_("{game} cup"),
    "league": N_("{game} league"),
    "tour": N_("Tour"),
    "ladder": N_("{game} ladder"),
    "swiss": N_("{game} Swiss"),
}


def named(event: Event | Title) -> Listed:
    """What an event is called."""
    if event.name:
        return event.name
    game = "" if event.game is None else GAMES[event.game].name
    return lazy_gettext(UNNAMED[event.format], game=game)
