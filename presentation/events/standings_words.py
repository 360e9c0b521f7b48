"""A user's place in an event, and the tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from club.events.standings import scores
from language.texts import Text, gettext, lazy_gettext, lazy_pgettext
from presentation.events.event_view import EventView
from presentation.events.event_words import title_of
from presentation.events.formats.registry import FORMAT_WORDS
from presentation.markup import Markup
from presentation.phrases import ordinal

TIE_WORDS: Mapping[str, Text] = {
    scores.DIRECT: lazy_gettext("results between those tied"),
    scores.SONNEBORN_BERGER: lazy_gettext(
        "Sonneborn–Berger (SB: beating strong players counts for more)"
    ),
    scores.BUCHHOLZ: lazy_gettext(
        "Buchholz (BH: the sum of the opponents' points, without the lowest)"
    ),
    scores.GROUP_WINS: lazy_gettext("first places"),
    scores.WINS: lazy_gettext("wins"),
    scores.TIME_LOSSES: lazy_gettext("fewer losses on time"),
}
"""The names of tie-breaks."""


def place_words(view: EventView, user_id: int, markup: Markup) -> str:
    """Return a user's place in an event, empty if they have none yet."""
    row = view.standings.row_of(user_id)
    if row is None or row.place is None or not row.entrant.is_in or not view.rounds:
        return ""
    place, title = markup.strong(ordinal(row.place)), title_of(view.event, markup)
    if view.standings.shares_place(row):
        return gettext("You are tied for {place} place in {event}.", place=place, event=title)
    return gettext("You are {place} in {event}.", place=place, event=title)


def ties_words(view: EventView) -> str:
    """Return how ties are broken, empty if places don't depend on points."""
    tie_breaks = [TIE_WORDS[code] for code in view.standings.tie_breaks]
    if not tie_breaks or not FORMAT_WORDS[view.event.format].shows_points:
        return ""
    return gettext(
        "Ties on points are broken by {ways}. Players who are still level share the place.",
        ways=_in_order(tie_breaks),
    )


def no_standings_words(view: EventView, markup: Markup) -> str:
    """Return the sentence shown if there are no standings to explain."""
    return gettext("Nobody has played in {event} yet.", event=title_of(view.event, markup))


def _in_order(tie_breaks: Sequence[Text]) -> Text:
    """ "a, then b, then c"."""
    first, *others = tie_breaks
    for way in others:
        first = lazy_pgettext("list", "{start}, then {end}", start=first, end=way)
    return first
