"""Titles, states, terms and dates of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from club.clocks.pace import pace_of
from club.events.names import event_name
from language.texts import Text, gettext, lazy_pgettext, ngettext, pgettext
from presentation.events.formats.registry import FORMAT_WORDS
from presentation.events.names import entrants_words, game_name
from presentation.markup import Markup
from presentation.paces import pace_words
from presentation.phrases import option_words
from rules.registry import GAMES
from storage.events.entrants import Entrant, Title
from storage.events.events import Event, EventState

STATE_WORDS: Mapping[EventState, Text] = {
    "open": lazy_pgettext("state of an event", "open"),
    "running": lazy_pgettext("state of an event", "in progress"),
    "over": lazy_pgettext("state of an event", "finished"),
    "cancelled": lazy_pgettext("state of an event", "cancelled"),
}


def title_of(event: Event | Title, markup: Markup) -> str:
    """The name of an event, with its season if it has several."""
    return _format_title(markup.name(str(event_name(event))), event)


def raw_title(event: Event | Title) -> str:
    """The title of an event with its name as typed, for pictures and fields without markup."""
    return _format_title(str(event_name(event)), event)


def _format_title(name: str, event: Event | Title) -> str:
    return FORMAT_WORDS[event.format].title(name, event.season)


def kind_words(event: Event) -> str:
    """ "Cup · Scala"."""
    return f"{FORMAT_WORDS[event.format].name} · {game_name(event)}"


def terms_words(event: Event) -> str:
    """Return the pace and options: "3 days per turn · cells on a side: 5"."""
    options = () if event.game is None else GAMES[event.game].options
    return " · ".join(
        [
            pace_words(pace_of(event.terms.pace)),
            *(option_words(each, event.terms.options[each.key]) for each in options),
        ]
    )


def closing_words(event: Event, markup: Markup) -> str:
    """Return when entries close or when the event ends, if known."""
    if event.state == "open":
        if event.entries_close_at is None:
            return gettext("Starts when it's full.")
        return gettext("Entries close {when}.", when=markup.relative(event.entries_close_at))
    if event.state == "running" and event.ends_at is not None:
        return gettext("Ends {when}.", when=markup.relative(event.ends_at))
    return ""


def seats_words(event: Event, entered: int) -> str:
    """ "2 of 4 places taken"."""
    return ngettext(
        "{taken} of {count} place taken",
        "{taken} of {count} places taken",
        event.terms.most,
        taken=entered,
    )


def facts_words(event: Event, markup: Markup) -> str:
    """The facts about an event in a list: "Cup · Scala · open. Starts when it's full."."""
    facts = f"{kind_words(event)} · {STATE_WORDS[event.state]}"
    if event.is_over:
        return facts if event.ended_at is None else f"{facts} {markup.relative(event.ended_at)}"
    when = closing_words(event, markup)
    if not when:
        return facts
    return pgettext("event in a list", "{facts}. {sentence}", facts=facts, sentence=when)


def champions_words(
    event: Event, champions: Sequence[Entrant], markup: Markup, *, mentioned: bool = False
) -> str:
    """The winners of an event.

    :param mentioned: whether to notify those who are named.
    """
    title = title_of(event, markup)
    if not champions:
        return gettext("{event} is over without a winner.", event=title)
    return ngettext(
        "🏆 {names} wins {event}!",
        "🏆 {names} share first place in {event}!",
        len(champions),
        names=entrants_words(champions, markup, mentioned=mentioned),
        event=title,
    )


def not_begun_words(event: Event, markup: Markup) -> str:
    """Return the sentence shown in place of standings or rounds that don't exist yet."""
    return gettext("{event} hasn't started yet.", event=markup.strong(title_of(event, markup)))
