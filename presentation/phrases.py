"""Short phrases shared by many sentences, such as those for paces, games and ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from club.paces import DAY, HOUR, MINUTE, Pace, pace_of
from club.ratings.ratings import Rating, Unrated, is_provisional
from club.ratings.rhythm import Rhythm
from language.lists import listed
from language.texts import N_, gettext, ngettext, pgettext, signed, written_in
from rules.position import Game, Option
from storage.ratings.ratings import whole_points

SENTENCE_ENDS = ".。"
CLAUSE_ENDS = ",;、；"

UNRATED_WORDS: dict[Unrated, str] = {
    "alone": N_("Ratings unchanged: one person played several seats."),
    "computer": N_("Ratings unchanged: the bot played."),
    "substitute": N_("Ratings unchanged: a substitute played."),
    "short": N_("Ratings unchanged: someone took fewer than three turns."),
    "met": N_("Ratings unchanged: these players had already met three times today."),
}
"""Why a match that was meant to be rated isn't, if that needs an explanation."""


def language_name(code: str) -> str:
    """The name of a language in that language: "Deutsch"."""
    with written_in(code):
        return pgettext("the name of this language, in this language", "English")


def game_facts(game: Game) -> str:
    """ "About 30 turns · easy to learn · if you like Hex"."""
    facts = [gettext(each) for each in (game.length, game.difficulty) if each]
    if game.similar_to:
        facts.append(gettext("if you like {what}", what=gettext(game.similar_to)))
    line = " · ".join(facts)
    return f"{line[:1].upper()}{line[1:]}"


def pace_words(pace: Pace) -> str:
    """ "3 days per turn"."""
    if pace.time is None:
        return gettext("no time limit")
    if pace.hour is not None:
        return gettext("daily at {hour} UTC", hour=f"{pace.hour:02}:00")
    if pace.increment is None or pace.max_bank is None:
        return gettext("{time} per turn", time=duration_words(pace.time))
    return gettext(
        "{time} + {increment} per turn, at most {most}",
        time=duration_words(pace.time),
        increment=duration_words(pace.increment),
        most=duration_words(pace.max_bank),
    )


def duration_words(time: timedelta) -> str:
    """Return a duration in its two largest units: "2 days 5 hours", "less than a minute"."""
    days, remainder = divmod(max(time, timedelta()), DAY)
    hours, remainder = divmod(remainder, HOUR)
    minutes = remainder // MINUTE
    words = [
        ngettext("{count} day", "{count} days", days) if days else "",
        ngettext("{count} hour", "{count} hours", hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", minutes) if minutes else "",
    ]
    largest = [part for part in words if part][:2]
    if not largest:
        return gettext("less than a minute")
    if len(largest) == 1:
        return largest[0]
    return pgettext("duration", "{larger} {smaller}", larger=largest[0], smaller=largest[1])


_WITHIN = {
    10 * MINUTE: N_("within 10 minutes"),
    HOUR: N_("within an hour"),
    3 * HOUR: N_("within 3 hours"),
    12 * HOUR: N_("within half a day"),
    DAY: N_("within a day"),
    2 * DAY: N_("within 2 days"),
    4 * DAY: N_("within 4 days"),
    7 * DAY: N_("within a week"),
    None: N_("after more than a week"),
}


def within_words(time: timedelta | None) -> str:
    """Return one of the times in which people usually answer: "within 3 hours"."""
    return gettext(_WITHIN[time])


def rhythm_words(name: str, rhythm: Rhythm | None) -> str:
    """Return how fast someone usually answers at a pace, empty if that is unknown."""
    if rhythm is None:
        return ""
    time = within_words(rhythm.within)
    return gettext("{name} usually answers {time} at this pace.", name=name, time=time)


def times_words(times: Iterable[tuple[str, timedelta | None]]) -> str:
    """Return the times in which someone usually answers at some paces, empty without any."""
    return listed(
        [
            gettext("{time} ({pace})", time=within_words(within), pace=pace_words(pace_of(pace)))
            for pace, within in times
        ]
    )


def versus(names: Sequence[str]) -> str:
    """ "a vs b vs c"."""
    words, *others = names
    for name in others:
        words = gettext("{name} vs {other}", name=words, other=name)
    return words


_ORDINALS = (N_("{number}th"), N_("{number}st"), N_("{number}nd"), N_("{number}rd"))


def ordinal(number: int) -> str:
    """ "1st", "2nd", "11th", "23rd"."""
    is_plain = number % 10 > 3 or number % 100 in (11, 12, 13)
    return gettext(_ORDINALS[0 if is_plain else number % 10], number=number)


def option_words(option: Option, value: int) -> str:
    """Return the value of one option of a game: "cells on a side: 5", "all patterns"."""
    shown = str(option.shown(value))
    return shown if option.names else labelled(gettext(option.words), shown)


def labelled(label: str, value: object) -> str:
    """Return a value after its label: "turns: 20-60"."""
    return gettext("{option}: {value}", option=label, value=value)


def game_label(game: Game) -> str:
    """Return the name of a game in lists: "🔷 Skirt"."""
    return f"{game.icon} {game.name}"


def summary_within(game: Game, max_length: int) -> str:
    """Return the summary of a game, cut to a length after a sentence or else a clause.

    It has no final full stop.
    """
    words = gettext(game.summary).rstrip(".。")
    if len(words) <= max_length:
        return words
    for marks in (SENTENCE_ENDS, CLAUSE_ENDS):
        ends = [place for place in range(max_length) if words[place] in marks]
        if ends:
            return words[: ends[-1]]
    return f"{words[: max_length - 1]}…"


def first_sentence(game: Game) -> str:
    """Return the first sentence of the summary of a game."""
    words = gettext(game.summary)
    return words[: min(words.index(end) for end in SENTENCE_ENDS if end in words) + 1]


def game_words(game: Game, options: Mapping[str, int]) -> str:
    """Return the name of a game with its non-default options."""
    words = game.name
    for option in game.options:
        value = options.get(option.key, option.default)
        if value != option.default:
            title = option.title or N_("{game} ({option})")
            words = gettext(title, game=words, option=option_words(option, value), value=value)
    return words


def rating_words(rating: Rating, now: datetime) -> str:
    """Format a rating: "1532", and "1532?" while it is provisional."""
    return points_words(rating.mu, is_provisional(rating, now))


def change_words(change: int) -> str:
    """Return the change of a rating with its sign: "+14", "−9"."""
    return signed(change).replace("-", "−")


def points_words(mu: float, is_provisional: bool) -> str:
    """Like `rating_words`, for the values of a former rating."""
    return f"{whole_points(mu)}{'?' if is_provisional else ''}"
