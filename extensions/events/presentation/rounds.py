"""Pairings of a round in words, and the challenges that a member of a ladder can make."""

from __future__ import annotations

from extensions.events.club.formats.ladder import REACH
from extensions.events.club.standings import results
from extensions.events.presentation.event_view import EventView, points_words
from extensions.events.presentation.events import title_of
from extensions.events.presentation.formats.format_words import outcome_words
from extensions.events.presentation.formats.registry import FORMAT_WORDS
from extensions.events.storage.entering import Entrant
from extensions.events.storage.rounds import Pairing, Round
from language.lists import sentences
from language.texts import gettext, ngettext
from presentation.markup import Markup
from presentation.phrases import labelled, ordinal


def opponents_above(view: EventView, user_id: int) -> tuple[Entrant, ...]:
    """Return the entrants a user can challenge, highest first."""
    own = _place_of(view, user_id)
    if own is None:
        return ()
    above = [
        (entrant.place, entrant)
        for entrant in view.taking_part
        if entrant.place is not None and own - REACH <= entrant.place < own
    ]
    return tuple(each for _, each in sorted(above, key=lambda pair: pair[0]))


def ladder_lines(view: EventView, user_id: int, markup: Markup) -> tuple[str, ...]:
    """Return a user's place on a ladder, then a line for each opponent they can challenge."""
    title = markup.strong(title_of(view.event, markup))
    place = _place_of(view, user_id)
    if place is None:
        return (gettext("You haven't joined {event} yet. Join and start climbing.", event=title),)
    if place == 1:
        return (
            gettext(
                "You're at the top of {event}. The others can challenge you.",
                event=title,
            ),
        )
    standing = ngettext(
        "You're {place} of {count} player on {event}.",
        "You're {place} of {count} players on {event}.",
        len(view.taking_part),
        place=markup.strong(ordinal(place)),
        event=title,
    )
    question = gettext("Who will you challenge? Win, and you take their place.")
    return (
        str(sentences(standing, question)),
        *(
            labelled(ordinal(opponent.place or 0), markup.name(opponent.name))
            for opponent in opponents_above(view, user_id)
        ),
    )


def is_on_ladder(view: EventView, user_id: int) -> bool:
    """Whether a user has a place on a ladder."""
    return _place_of(view, user_id) is not None


def round_heading(view: EventView, round: Round, markup: Markup) -> tuple[str, str]:
    """Return the title of a round's pairings and a line of facts, which may be empty."""
    title = title_of(view.event, markup)
    round_title = FORMAT_WORDS[view.event.format].round_title(view, round)
    when = ""
    if round.over_at is not None:
        when = gettext("ended {when}", when=markup.relative(round.over_at))
    elif round.ends_at is not None:
        when = gettext("ends {when}", when=markup.relative(round.ends_at))
    if not round_title:
        return " · ".join(part for part in (title, when) if part), ""
    return title, " · ".join(part for part in (round_title, when) if part)


def order_words() -> str:
    """Return what the order of the players of a pairing means."""
    return gettext("Players are named in turn order.")


def pairing_line(view: EventView, pairing: Pairing, markup: Markup) -> str:
    """Return a pairing with its result and a link to its match."""
    parts = [view.versus_words(pairing, markup)]
    if pairing.outcomes is None and pairing.match_id is None:
        parts.append(gettext("not started yet"))
    elif pairing.outcomes is None:
        match = view.matches.get(pairing.match_id or 0)
        is_waiting = match is not None and match.vacant_seat is not None
        words = gettext("waiting for a substitute") if is_waiting else gettext("playing")
        parts.append(words)
    elif pairing.outcomes[0] in (results.BYE, results.HALF_BYE):
        points = points_words(results.POINTS[pairing.outcomes[0]])
        parts.append(gettext("bye ({points})", points=points))
        return " · ".join(parts)
    else:
        parts.append(markup.strong(" : ".join(map(outcome_words, pairing.outcomes))))
        if pairing.adjudicated:
            parts.append(gettext("decided by an organiser"))
    return " · ".join(part for part in (*parts, view.match_link(pairing, markup)) if part)


def _place_of(view: EventView, user_id: int) -> int | None:
    own = view.entrant(user_id)
    return own.place if own is not None and own.is_in else None
