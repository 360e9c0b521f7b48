"""The rounds of an event and their pairings in words."""

from __future__ import annotations

from club.events.standings import results
from language.texts import gettext
from presentation.events.event_view import EventView
from presentation.events.event_words import title_of
from presentation.events.formats.registry import FORMAT_WORDS
from presentation.events.names import points_words
from presentation.events.outcomes import outcome_words
from presentation.markup import Markup
from storage.events.rounds import Pairing, Round


def round_heading(view: EventView, round: Round, markup: Markup) -> tuple[str, str]:
    """Return the title of a round's pairings and a line of facts, which may be empty."""
    title = title_of(view.event, markup)
    round_title = FORMAT_WORDS[view.event.format].round_title(round)
    when = ""
    if round.over_at is not None:
        when = gettext("ended {when}", when=markup.relative(round.over_at))
    elif round.ends_at is not None:
        when = gettext("ends {when}", when=markup.relative(round.ends_at))
    if not round_title:
        return " · ".join(part for part in (title, when) if part), ""
    return title, " · ".join(part for part in (round_title, when) if part)


def pairing_line(view: EventView, pairing: Pairing, markup: Markup) -> str:
    """Return a pairing with its result and a link to its match."""
    parts = [view.versus_words(pairing, markup)]
    if pairing.outcomes is None and pairing.match_id is None:
        parts.append(gettext("not started yet"))
    elif pairing.outcomes is None:
        parts.append(gettext("playing"))
    elif pairing.outcomes[0] in (results.BYE, results.HALF_BYE):
        points = points_words(results.POINTS[pairing.outcomes[0]])
        parts.append(gettext("bye ({points})", points=points))
        return " · ".join(parts)
    else:
        parts.append(markup.strong(" : ".join(map(outcome_words, pairing.outcomes))))
        if pairing.adjudicated:
            parts.append(gettext("decided by an organiser"))
    return " · ".join(part for part in (*parts, view.match_link(pairing, markup)) if part)
