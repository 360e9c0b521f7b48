"""Events in words: titles, terms and facts, and the card from the first entry to the champion."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from club.matches.match import Match
from club.paces import pace_of
from extensions.events.club.events import Events
from extensions.events.club.formats.registry import event_name, format_of
from extensions.events.presentation.event_view import EventView, entrants_words, game_name
from extensions.events.presentation.formats.registry import FORMAT_WORDS
from extensions.events.storage.entering import Entrant
from extensions.events.storage.events import Event, EventState, Title
from language.lists import all_or_some_of, listed, row_of, sentences
from language.texts import Text, gettext, lazy_pgettext, ngettext, pgettext
from presentation.markup import Markup
from presentation.matches.match import VACATED_NOTES
from presentation.members.privacy import HOLDINGS
from presentation.phrases import option_words, pace_words
from presentation.ratings.profiles import UNDER_NAME, Line, ViewedPlayer
from rules.registry import GAMES
from storage.matches.match import Place
from storage.matches.vacancies import Vacancy

STATE_WORDS: Mapping[EventState, Text] = {
    "open": lazy_pgettext("state of an event", "open"),
    "running": lazy_pgettext("state of an event", "in progress"),
    "over": lazy_pgettext("state of an event", "finished"),
    "cancelled": lazy_pgettext("state of an event", "cancelled"),
}

MAX_LINKED = 12
"""Maximum number of running matches on a card."""

MAX_AWAITED = 10
"""Maximum number of entrants named as still to confirm."""

FEW = 20
"""Maximum number of entrants for naming all of them before the start."""

MAX_NAMED = 3
"""Maximum number of titles named. The rest are counted."""


HOLDINGS["events"] = lambda count: ngettext("{count} event joined", "{count} events joined", count)
HOLDINGS["events_opened"] = lambda count: ngettext(
    "{count} event opened", "{count} events opened", count
)


def title_of(event: Event | Title, markup: Markup) -> str:
    """The name of an event, with its season if it has several."""
    return _format_title(markup.name(str(event_name(event))), event)


def raw_title(event: Event | Title) -> str:
    """The title of an event with its name as typed, for pictures and fields without markup."""
    return _format_title(str(event_name(event)), event)


def link_label(event: Event) -> str:
    """Return the label of a link to an event's page."""
    return gettext("Results") if event.is_over else gettext("Watch")


def kind_words(event: Event) -> str:
    """ "Cup · Scala"."""
    return f"{FORMAT_WORDS[event.format].name} · {game_name(event)}"


def terms_words(event: Event) -> str:
    """Return the pace and options: "3 days per turn · cells on a side: 5"."""
    options = () if event.game is None else GAMES[event.game].options
    chosen = [(each, event.terms.options.get(each.key, each.default)) for each in options]
    substitutes = [gettext("substitutes after a time-out")] if event.terms.substitutes else []
    return " · ".join(
        [
            pace_words(pace_of(event.terms.pace)),
            *(option_words(option, value) for option, value in chosen if value),
            *substitutes,
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


@UNDER_NAME.add
async def titles_won(viewed: ViewedPlayer) -> Sequence[Line]:
    """Return a player's titles: to others, those won in channels that the viewer sees."""
    viewer, guild_id = viewed.viewer, viewed.viewer.guild_id
    if guild_id is None:
        return []
    titles = [
        title
        for title in await viewed.club.part(Events).reader.titles(viewed.user_id, guild_id)
        if viewed.user_id == viewer.user_id
        or viewer.sees(Place(guild_id, title.channel_id, title.channel_id))
    ]
    return [lambda markup: titles_words(titles, markup)] if titles else []


@VACATED_NOTES.add
def loss_words(vacated: tuple[Match, Vacancy, Markup]) -> Sequence[str]:
    """Return what a match of an event counts for the one who left a seat."""
    match, vacancy, markup = vacated
    if match.stored.event_id is None:
        return []
    name = markup.name(vacancy.name)
    if vacancy in (match.vacancy, match.fresh_substitute):
        return [
            gettext(
                "In the event it's a loss on time for {name}, unless they come back.", name=name
            )
        ]
    return [gettext("In the event it's a loss on time for {name}.", name=name)]


def titles_words(titles: Sequence[Title], markup: Markup) -> str:
    """Return the latest titles on one line, empty without any."""
    if not titles:
        return ""
    title_texts = [
        f"{markup.strong(title_of(title, markup))} ({markup.relative(title.ended_at)})"
        for title in titles[:MAX_NAMED]
    ]
    names = row_of(title_texts)
    more = len(titles) - len(title_texts)
    if more:
        names = ngettext(
            "{titles} and {count} more title",
            "{titles} and {count} more titles",
            more,
            titles=names,
        )
    return f"🏆 {names}"


def _format_title(name: str, event: Event | Title) -> str:
    return FORMAT_WORDS[event.format].title(name, event.season)


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
    mentions = [markup.mention(entrant.user_id, entrant.name) for entrant in view.awaited]
    return gettext(
        "Waiting for {names} to click {button}",
        names=all_or_some_of(mentions, MAX_AWAITED),
        button=markup.button(gettext("Still in?")),
    )


def _matches_lines(view: EventView, markup: Markup) -> tuple[str, ...]:
    running = [
        pairing for pairing in view.pairings if pairing.is_open and view.match_link(pairing, markup)
    ]
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
