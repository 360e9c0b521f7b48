"""Short phrases shared by many sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from language.lists import row_of
from language.texts import N_, gettext
from rules.position import Game, Option


def versus(names: Sequence[str]) -> str:
    """ "a vs b vs c"."""
    words, *others = names
    for name in others:
        words = gettext("{name} vs {other}", name=words, other=name)
    return words


def ordinal(number: int) -> str:
    """ "1st", "2nd", "11th", "23rd"."""
    is_plain = number % 10 > 3 or number % 100 in (11, 12, 13)
    return gettext(_ORDINALS[0 if is_plain else number % 10], number=number)


_ORDINALS = (N_("{number}th"), N_("{number}st"), N_("{number}nd"), N_("{number}rd"))


def option_words(option: Option, value: int) -> str:
    """Return the value of one option of a game: "cells on a side: 5"."""
    return gettext("{option}: {value}", option=gettext(option.words), value=value)


CLAUSE_ENDS = ",:;、。"


def game_label(game: Game) -> str:
    """Return the name of a game in lists: "🔷 Skirt"."""
    return f"{game.icon} {game.name}"


def summary_within(game: Game, max_length: int) -> str:
    """Return the summary of a game, cut to a length after a clause.

    It has no final full stop.
    """
    words = gettext(game.summary).rstrip(".。")
    if len(words) <= max_length:
        return words
    ends = [place for place in range(max_length) if words[place] in CLAUSE_ENDS]
    return words[: ends[-1]] if ends else f"{words[: max_length - 1]}…"


def game_words(game: Game, options: Mapping[str, int]) -> str:
    """Return the name of a game with its non-default options."""
    unusual = [
        option_words(option, options[option.key])
        for option in game.options
        if options.get(option.key, option.default) != option.default
    ]
    if not unusual:
        return game.name
    return gettext("{game} ({options})", game=game.name, options=row_of(unusual))
