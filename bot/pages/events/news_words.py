"""What has happened in an event, in words for its thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.pages.events.event_words import title_of
from bot.pages.wording import mention, ordinal, plain, relative
from rules.language import gettext, ngettext
from rules.listing import all_or_some_of, listed, sentences
from rules.registry import GAMES
from storage.events.entrants import Entrant
from storage.events.events import Event
from storage.events.news import News, NewsKind
from storage.events.rounds import Round

MOST_LINES = 15
"""News in one message; of more, the latest."""

MOST_NAMED = 6
"""People in one line."""


def news_lines(
    event: Event, news: Sequence[News], entrants: Sequence[Entrant], rounds: Sequence[Round]
) -> list[str]:
    """A line for each thing that is worth telling, the first first; one for several people who went
    the same way one after another."""
    by_number = {each.number: each for each in entrants}
    by_round = {each.number: each for each in rounds}
    lines: list[str] = []
    for each in _together(news):
        whom = [by_number[number] for number in each.entrants if number in by_number]
        words = _WORDS[each.kind](event, each, whom, by_round.get(each.round or 0))
        lines += [f"- {words}"] if words else []
    left = len(lines) - MOST_LINES
    if left > 0:
        before = ngettext(
            "… and {count} thing before that.", "… and {count} things before that.", left
        )
        lines = [f"- {before}", *lines[left:]]
    return lines


def _together(news: Sequence[News]) -> list[News]:
    """The news, those next to each other made one that say the same of several people."""
    found: list[News] = []
    for each in news:
        if found and each.kind == found[-1].kind and each.kind in _OF_SEVERAL:
            last = found[-1]
            found[-1] = replace(each, entrants=(*last.entrants, *each.entrants))
        else:
            found.append(each)
    return found


_OF_SEVERAL: frozenset[NewsKind] = frozenset({"out", "late entry"})


def names_words(entrants: Sequence[Entrant]) -> str:
    """ "Ada, Ben and 3 more"."""
    names = [f"**{plain(each.name)}**" for each in entrants]
    return str(all_or_some_of(names, MOST_NAMED))


def champions_words(event: Event, champions: Sequence[Entrant]) -> str:
    """Who has won an event."""
    if not champions:
        return gettext("{event} is over, and nobody has won it.", event=title_of(event))
    return ngettext(
        "🏆 {names} wins {event}!",
        "🏆 {names} share first place in {event}!",
        len(champions),
        names=names_words(champions),
        event=title_of(event),
    )


def _started(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if event.ends_at is None:
        return gettext("**It has begun**. Good luck!")
    return gettext("**It has begun** and ends {when}. Good luck!", when=relative(event.ends_at))


def _round_begun(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if of is None or event.format in ("cup", "league", "ladder"):
        return ""
    if event.format == "tour":
        game = GAMES[of.game].name
        if of.ends_at is None:
            return gettext("Game {number} is **{game}**.", number=of.number, game=game)
        return gettext(
            "Game {number} is **{game}**, until {when}.",
            number=of.number,
            game=game,
            when=relative(of.ends_at),
        )
    if of.ends_at is None:
        return gettext("Round {number} has begun.", number=of.number)
    return gettext(
        "Round {number} has begun, until {when}.", number=of.number, when=relative(of.ends_at)
    )


def _round_over(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if of is None or event.format in ("cup", "league", "ladder"):
        return ""
    if event.format == "tour":
        return gettext("{game} is over.", game=GAMES[of.game].name)
    return gettext("Round {number} is over.", number=of.number)


def _out(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    by_state: dict[str, list[Entrant]] = {}
    for entrant in whom:
        by_state.setdefault(entrant.state, []).append(entrant)
    return str(sentences(*(_out_words(state, those) for state, those in by_state.items())))


def _out_words(state: str, those: Sequence[Entrant]) -> str:
    names = names_words(those)
    if state == "forfeited":
        return ngettext(
            "{names} made no first move in time and is out.",
            "{names} made no first move in time and are out.",
            len(those),
            names=names,
        )
    if state == "removed":
        return ngettext(
            "{names} was removed by an organiser.",
            "{names} were removed by an organiser.",
            len(those),
            names=names,
        )
    return ngettext("{names} left.", "{names} left.", len(those), names=names)


def _asked(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom:
        return ""
    names = listed([mention(each.user_id) for each in whom])
    if event.format != "league":
        return gettext(
            "{names}: are you still in? Click **Still in?** within two days.", names=names
        )
    if event.entries_close_at is None:
        return ""
    return gettext(
        "{names}: are you still in? Then click **Still in?** Entries close {when}.",
        names=names,
        when=relative(event.entries_close_at),
    )


def _late_entry(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom:
        return ""
    return ngettext("{names} joined.", "{names} joined.", len(whom), names=names_words(whom))


def _adjudicated(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom:
        return ""
    return gettext("An organiser decided the match of {names}.", names=names_words(whom))


def _extended(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    until = of.ends_at if of is not None and of.ends_at is not None else event.ends_at
    if until is None:
        return gettext("There is more time now.")
    return gettext("There is more time now, until {when}.", when=relative(until))


def _climbed(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom or not news.places:
        return ""
    name, place = names_words(whom[:1]), ordinal(news.places[0])
    if len(whom) == 1:
        return gettext("{name} climbs to {place} place.", name=name, place=place)
    return gettext(
        "{name} climbs to {place} place after beating {others}.",
        name=name,
        place=place,
        others=names_words(whom[1:]),
    )


def _dropped(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom or not news.places:
        return ""
    return gettext(
        "{name} has sat out and slips to {place} place.",
        name=names_words(whom[:1]),
        place=ordinal(news.places[0]),
    )


def _over(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return champions_words(event, whom)


def _went_up(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom:
        return ""
    return ngettext(
        "⬆️ {names} goes up a division.",
        "⬆️ {names} go up a division.",
        len(whom),
        names=names_words(whom),
    )


def _went_down(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom:
        return ""
    return ngettext(
        "⬇️ {names} goes down a division.",
        "⬇️ {names} go down a division.",
        len(whom),
        names=names_words(whom),
    )


def _cancelled(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return gettext("An organiser has called it off.")


def _too_few(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return gettext("It was called off because too few people joined.")


def _nothing(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return ""


Said = Callable[[Event, News, Sequence[Entrant], Round | None], str]

_WORDS: Mapping[NewsKind, Said] = {
    "opened": _nothing,
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
    "cancelled": _cancelled,
    "too few": _too_few,
}
