"""The challenges that a member of a ladder can make, in words."""

from __future__ import annotations

from club.events.formats.ladder import REACH
from language.lists import sentences
from language.texts import gettext, ngettext
from presentation.events.event_view import EventView
from presentation.events.event_words import title_of
from presentation.markup import Markup
from presentation.phrases import ordinal
from storage.events.entrants import Entrant


def opponents_above(view: EventView, user_id: int) -> tuple[Entrant, ...]:
    """Return the entrants a user can challenge, highest first."""
    own = _place_of(view, user_id)
    if own is None:
        return ()
    above = [
        (each.place, each)
        for each in view.taking_part
        if each.place is not None and own - REACH <= each.place < own
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
            f"{ordinal(each.place or 0)}: {markup.name(each.name)}"
            for each in opponents_above(view, user_id)
        ),
    )


def is_on_ladder(view: EventView, user_id: int) -> bool:
    """Whether a user has a place on a ladder."""
    return _place_of(view, user_id) is not None


def _place_of(view: EventView, user_id: int) -> int | None:
    own = view.entrant(user_id)
    return own.place if own is not None and own.is_in else None
