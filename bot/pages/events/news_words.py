"""What has happened in an event, in words for its thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.pages.events.event_words import title_of
from bot.pages.wording import counted, listed, mention, ordinal, plain, relative
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
    """A line for each thing that is worth telling, the first first."""
    by_number = {each.number: each for each in entrants}
    by_round = {each.number: each for each in rounds}
    lines: list[str] = []
    for each in news:
        whom = [by_number[number] for number in each.entrants if number in by_number]
        words = _WORDS[each.kind](event, each, whom, by_round.get(each.round or 0))
        lines += [f"- {words}"] if words else []
    left = len(lines) - MOST_LINES
    if left > 0:
        lines = [f"- … and {counted(left, 'thing')} before that.", *lines[left:]]
    return lines


def names_words(entrants: Sequence[Entrant]) -> str:
    """ "Ada, Ben and 3 more"."""
    names = [f"**{plain(each.name)}**" for each in entrants[:MOST_NAMED]]
    left = len(entrants) - len(names)
    return listed([*names, f"{left} more"] if left else names)


def champions_words(event: Event, champions: Sequence[Entrant]) -> str:
    """Who has won an event."""
    if not champions:
        return f"{title_of(event)} is over, and nobody has won it."
    verb = "wins" if len(champions) == 1 else "share first place in"
    return f"🏆 {names_words(champions)} {verb} {title_of(event)}!"


def _started(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    until = f" and ends {relative(event.ends_at)}" if event.ends_at else ""
    return f"**It has begun**{until}. Good luck!"


def _round_begun(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if of is None or event.format in ("cup", "league", "ladder"):
        return ""
    until = f", until {relative(of.ends_at)}" if of.ends_at else ""
    if event.format == "tour":
        return f"Game {of.number} is **{GAMES[of.game].name}**{until}."
    return f"Round {of.number} has begun{until}."


def _round_over(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if of is None or event.format in ("cup", "league", "ladder"):
        return ""
    if event.format == "tour":
        return f"{GAMES[of.game].name} is over."
    return f"Round {of.number} is over."


def _out(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    by_state: dict[str, list[Entrant]] = {}
    for entrant in whom:
        by_state.setdefault(entrant.state, []).append(entrant)
    parts: list[str] = []
    for state, those in by_state.items():
        is_are = "is" if len(those) == 1 else "are"
        was_were = "was" if len(those) == 1 else "were"
        parts.append(
            {
                "forfeited": f"{names_words(those)} made no first move in time and {is_are} out.",
                "removed": f"{names_words(those)} {was_were} removed by an organiser.",
            }.get(state, f"{names_words(those)} left.")
        )
    return " ".join(parts)


def _asked(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    names = listed([mention(each.user_id) for each in whom])
    return f"{names}: are you still in? Click **Still in?** within two days." if whom else ""


def _late_entry(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return f"{names_words(whom)} came in." if whom else ""


def _adjudicated(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return f"An organiser decided the match of {names_words(whom)}." if whom else ""


def _extended(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    until = of.ends_at if of is not None and of.ends_at is not None else event.ends_at
    return f"There is more time now{f', until {relative(until)}' if until else ''}."


def _climbed(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom or not news.places:
        return ""
    place = ordinal(news.places[0])
    over = f" after beating {names_words(whom[1:])}" if len(whom) > 1 else ""
    return f"{names_words(whom[:1])} climbs to {place} place{over}."


def _dropped(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    if not whom or not news.places:
        return ""
    return f"{names_words(whom[:1])} has sat out and slips to {ordinal(news.places[0])} place."


def _over(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return champions_words(event, whom)


def _cancelled(event: Event, news: News, whom: Sequence[Entrant], of: Round | None) -> str:
    return "It is called off: too few joined, or an organiser wished so."


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
    "cancelled": _cancelled,
}
