"""Names of an event's people, games and matches, and its points."""

from __future__ import annotations

from collections.abc import Sequence

from language.lists import all_or_some_of
from language.texts import gettext
from presentation.markup import Markup
from rules.registry import GAMES
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.rounds import Pairing

MAX_NAMED = 6
"""Maximum number of people named on one line."""


def entrants_words(entrants: Sequence[Entrant], markup: Markup, *, mentioned: bool = False) -> str:
    """ "Ada, Ben and 3 more".

    :param mentioned: whether to notify those who are named.
    """
    names = [
        # Stand-ins for deleted players have negative numbers.
        markup.mention(each.user_id, each.name)
        if mentioned and each.user_id > 0
        else markup.name(each.name)
        for each in entrants
    ]
    return str(all_or_some_of([markup.strong(name) for name in names], MAX_NAMED))


def game_name(event: Event) -> str:
    """Return the game of an event, for a tour all games."""
    return gettext("all games") if event.game is None else GAMES[event.game].name


def match_words(pairing: Pairing) -> str:
    """ "match 12"."""
    return gettext("match {number}", number=pairing.match_id)


def points_words(halves: int) -> str:
    """Format half points: 7 is "3½"."""
    whole, half = divmod(abs(halves), 2)
    words = f"{whole or ''}½" if half else str(whole)
    return f"−{words}" if halves < 0 else words
