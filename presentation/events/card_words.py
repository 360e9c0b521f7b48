"""The card of an event in words, from the first entry to the champion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from club.events.formats.registry import format_of
from language.lists import all_or_some_of, listed, sentences
from language.texts import gettext, ngettext, pgettext
from presentation.events.event_view import EventView
from presentation.events.event_words import (
    champions_words,
    closing_words,
    kind_words,
    seats_words,
    terms_words,
    title_of,
)
from presentation.events.formats.registry import FORMAT_WORDS
from presentation.events.names import entrants_words
from presentation.markup import Markup
from storage.events.events import EventState

MAX_LINKED = 12
"""Maximum number of running matches on a card."""

MAX_AWAITED = 10
"""Maximum number of entrants named as still to confirm."""

FEW = 20
"""Maximum number of entrants for naming all of them before the start."""


@dataclass(frozen=True, slots=True)
class CardWords:
    """The texts of a card, for a front to lay out."""

    title: str
    facts: str
    """The kind, the game and the terms on one line."""
    lines: tuple[str, ...]
    byline: str = ""
    """Who opened it."""
    running: tuple[str, ...] = ()
    """One line per running match, up to a limit."""


def card_words(view: EventView, markup: Markup) -> CardWords:
    """The texts of an event's card as it stands now."""
    event = view.event
    byline = ""
    if event.state == "open":
        byline = gettext("Opened by {name}.", name=markup.name(event.opened_by_name))
    return CardWords(
        title=title_of(event, markup),
        facts=f"{kind_words(event)} · {terms_words(event)}",
        lines=tuple(line for line in _LINES[event.state](view, markup) if line),
        byline=byline,
        running=_matches_lines(view, markup) if event.state == "running" else (),
    )


def _open_lines(view: EventView, markup: Markup) -> list[str]:
    event, entered = view.event, view.taking_part
    seats_text = markup.strong(seats_words(event, len(entered)))
    if not entered:
        seats = gettext("{seats_taken}.", seats_taken=seats_text)
    else:
        names = (
            listed([markup.name(each.name) for each in entered])
            if len(entered) <= FEW
            else entrants_words(entered, markup)
        )
        seats = gettext("{seats_taken}: {names}.", seats_taken=seats_text, names=names)
    return [
        FORMAT_WORDS[event.format].rules(markup),
        str(sentences(seats, closing_words(event, markup))),
        _awaited_words(view, markup),
    ]


def _running_lines(view: EventView, markup: Markup) -> list[str]:
    closing = closing_words(view.event, markup)
    if format_of(view.event).has_rounds:
        for each in view.rounds:
            if each.over_at is None and each.ends_at is not None:
                when = markup.relative(each.ends_at)
                closing = gettext("Round {number} ends {when}.", number=each.number, when=when)
    return [closing, _awaited_words(view, markup)]


def _over_lines(view: EventView, markup: Markup) -> list[str]:
    event, when = view.event, ""
    if event.ended_at is not None:
        when = gettext("Ended {when}.", when=markup.relative(event.ended_at))
    return [champions_words(event, view.champions, markup), when]


def _cancelled_lines(view: EventView, markup: Markup) -> list[str]:
    cancelled = markup.strong(pgettext("event", "Cancelled."))
    return [str(sentences(cancelled, gettext("Matches in progress continue as ordinary matches.")))]


_LINES: Mapping[EventState, Callable[[EventView, Markup], list[str]]] = {
    "open": _open_lines,
    "running": _running_lines,
    "over": _over_lines,
    "cancelled": _cancelled_lines,
}


def _awaited_words(view: EventView, markup: Markup) -> str:
    """Return the entrants who still have to confirm, if any."""
    if not view.awaited:
        return ""
    mentions = [markup.mention(each.user_id, each.name) for each in view.awaited]
    return gettext(
        "Waiting for {names} to click {button}",
        names=all_or_some_of(mentions, MAX_AWAITED),
        button=markup.button(gettext("Still in?")),
    )


def _matches_lines(view: EventView, markup: Markup) -> tuple[str, ...]:
    running = [each for each in view.pairings if each.is_open and view.match_link(each, markup)]
    lines = [
        f"{view.versus_words(each, markup)} · {view.match_link(each, markup)}"
        for each in running[:MAX_LINKED]
    ]
    if len(running) > MAX_LINKED:
        more = ngettext(
            "…and {count} more match",
            "…and {count} more matches",
            len(running) - MAX_LINKED,
        )
        lines.append(more)
    return tuple(lines)
