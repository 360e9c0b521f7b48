"""The news of an event in words, one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from extensions.events.presentation.event_view import EventView, entrants_words
from extensions.events.presentation.events import champions_words
from extensions.events.presentation.formats.format_words import NewsItem
from extensions.events.presentation.formats.registry import FORMAT_WORDS
from extensions.events.storage.entering import Entrant, EntrantState
from extensions.events.storage.news import News, NewsKind
from language.lists import sentences
from language.texts import Text, gettext, lazy_gettext, ngettext
from presentation.markup import Markup
from presentation.phrases import ordinal

MAX_LINES = 15
"""Maximum number of lines per message, latest news first."""


def news_lines(view: EventView, news: Sequence[News], markup: Markup) -> list[str]:
    """Return the news in order, a line for each item worth one.

    Consecutive items of one kind about several people share a line.
    """
    by_number = {entrant.number: entrant for entrant in view.entrants}
    by_round = {each.number: each for each in view.rounds}
    lines: list[str] = []
    for each in _merge(news):
        entrants = tuple(by_number[number] for number in each.entrants if number in by_number)
        round = by_round.get(each.round or 0)
        item = NewsItem(view, entrants, round, each.places, markup)
        if line := _line(each.kind, item):
            lines.append(line)
    more = len(lines) - MAX_LINES
    if more > 0:
        before = ngettext("…and {count} earlier update.", "…and {count} earlier updates.", more)
        lines = [before, *lines[more:]]
    return lines


def _merge(news: Sequence[News]) -> list[News]:
    """Merge consecutive items that say the same about several people."""
    groups: list[News] = []
    for each in news:
        if groups and each.kind == groups[-1].kind and each.kind in _ABOUT_SEVERAL:
            groups[-1] = replace(each, entrants=(*groups[-1].entrants, *each.entrants))
        else:
            groups.append(each)
    return groups


_ABOUT_SEVERAL: frozenset[NewsKind] = frozenset({"out", "late entry"})


def _line(kind: NewsKind, item: NewsItem) -> str:
    if kind in _ABOUT_PEOPLE and not item.entrants:
        return ""
    return _EVENTFUL[kind](item) if kind in _EVENTFUL else str(_FIXED[kind])


def _started(item: NewsItem) -> str:
    begun, luck = item.markup.strong(gettext("It has started.")), gettext("Good luck!")
    if item.event.ends_at is None:
        return str(sentences(begun, luck))
    ends = gettext("It ends {when}.", when=item.markup.relative(item.event.ends_at))
    return str(sentences(begun, ends, luck))


def _round_begun(item: NewsItem) -> str:
    if item.round is None:
        return ""
    return FORMAT_WORDS[item.event.format].round_begun(item, item.round)


def _round_over(item: NewsItem) -> str:
    if item.round is None:
        return ""
    return FORMAT_WORDS[item.event.format].round_over(item, item.round)


def _asked(item: NewsItem) -> str:
    return FORMAT_WORDS[item.event.format].question_words(item)


def _out(item: NewsItem) -> str:
    by_state: dict[EntrantState, list[Entrant]] = {}
    for entrant in item.entrants:
        by_state.setdefault(entrant.state, []).append(entrant)
    parts = [_out_words(state, entrants, item.markup) for state, entrants in by_state.items()]
    return str(sentences(*parts))


def _out_words(state: EntrantState, entrants: Sequence[Entrant], markup: Markup) -> str:
    names = entrants_words(entrants, markup)
    if state == "forfeited":
        return ngettext(
            "{names} didn't make a first move in time and is out.",
            "{names} didn't make a first move in time and are out.",
            len(entrants),
            names=names,
        )
    if state == "removed":
        return ngettext(
            "{names} was removed by an organiser.",
            "{names} were removed by an organiser.",
            len(entrants),
            names=names,
        )
    return ngettext("{names} left.", "{names} left.", len(entrants), names=names)


def _late_entry(item: NewsItem) -> str:
    names = entrants_words(item.entrants, item.markup)
    return ngettext("{names} joined.", "{names} joined.", len(item.entrants), names=names)


def _adjudicated(item: NewsItem) -> str:
    names = entrants_words(item.entrants, item.markup)
    return gettext("An organiser decided the match between {names}.", names=names)


def _extended(item: NewsItem) -> str:
    until = item.event.ends_at
    if item.round is not None and item.round.ends_at is not None:
        until = item.round.ends_at
    if until is None:
        return gettext("The event has been extended.")
    return gettext("The event has been extended until {when}.", when=item.markup.moment(until))


def _climbed(item: NewsItem) -> str:
    if not item.places:
        return ""
    climber, *beaten = item.entrants
    name, place = entrants_words([climber], item.markup), ordinal(item.places[0])
    if not beaten:
        return gettext("{name} climbs to {place} place.", name=name, place=place)
    return gettext(
        "{name} climbs to {place} place after beating {others}.",
        name=name,
        place=place,
        others=entrants_words(beaten, item.markup),
    )


def _dropped(item: NewsItem) -> str:
    if not item.places:
        return ""
    return gettext(
        "{name} hasn't played for a while and slips to {place} place.",
        name=entrants_words(item.entrants[:1], item.markup),
        place=ordinal(item.places[0]),
    )


def _over(item: NewsItem) -> str:
    return champions_words(item.event, item.entrants, item.markup, mentioned=True)


def _went_up(item: NewsItem) -> str:
    return ngettext(
        "⬆️ {names} goes up a division.",
        "⬆️ {names} go up a division.",
        len(item.entrants),
        names=entrants_words(item.entrants, item.markup),
    )


def _went_down(item: NewsItem) -> str:
    return ngettext(
        "⬇️ {names} goes down a division.",
        "⬇️ {names} go down a division.",
        len(item.entrants),
        names=entrants_words(item.entrants, item.markup),
    )


_EVENTFUL: Mapping[NewsKind, Callable[[NewsItem], str]] = {
    "started": _started,
    "round begun": _round_begun,
    "round over": _round_over,
    "asked": _asked,
    "out": _out,
    "late entry": _late_entry,
    "adjudicated": _adjudicated,
    "extended": _extended,
    "climbed": _climbed,
    "dropped": _dropped,
    "over": _over,
    "went up": _went_up,
    "went down": _went_down,
}

_FIXED: Mapping[NewsKind, Text | str] = {
    "opened": "",
    "cancelled": lazy_gettext("An organiser cancelled it."),
    "too few": lazy_gettext("It was cancelled because too few people joined."),
}
"""News without details. An open event is already shown by its card."""

_ABOUT_PEOPLE: frozenset[NewsKind] = frozenset(
    {"asked", "out", "late entry", "adjudicated", "climbed", "dropped", "went up", "went down"}
)
"""News that is left out if its people are gone."""
