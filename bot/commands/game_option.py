"""Choosing a game, and how it is played where it leaves a choice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product

from bot.commands.choices import said_choice
from presentation.phrases import game_label, summary_within
from rules.language import lazy_gettext
from rules.listing import sentences
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES

LONGEST_CHOICE = 100
"""Characters of a choice's name."""


def in_a_line(game: Game) -> str:
    """A game and what it is about: its icon, its name, and its summary as far as it fits."""
    label = game_label(game)
    return f"{label}: {summary_within(game, LONGEST_CHOICE - len(label) - 2)}"


GAME_CHOICES = [said_choice(partial(in_a_line, game), key) for key, game in GAMES.items()]

LONGEST_VALUE = 9
"""Digits of an option's value that are read; no game has one of so many."""


def options_texts(game: Game) -> list[str]:
    """Every way to choose the options of a game, as its text: `size 5`."""
    ways = product(*([(option.key, value) for value in option.values] for option in game.options))
    return [", ".join(f"{key} {value}" for key, value in way) for way in ways if way]


def options_for(game: Game, chosen: Mapping[str, int | None], seats: int) -> dict[str, int]:
    """The complete options: the defaults for what was not chosen, or what is nearest to them and
    seats so many.

    Where too few can be seated in any way, it is the defaults.

    :raises Refusal: `option`.
    """
    complete = game.choose(chosen)
    left = [
        (option.key, value)
        for option in game.options
        if chosen.get(option.key) is None
        for value in option.values
    ]
    ways = [complete, *({**complete, key: value} for key, value in left)]
    return next((way for way in ways if len(game.seat_names(way)) >= seats), complete)


def options_in(game: Game, text: str | None) -> dict[str, int | None]:
    """The options that a text like `size 5` chooses; a lone number is the game's only option.

    :raises Refusal: `option`.
    """
    chosen: dict[str, int | None] = {}
    for part in (text or "").replace("=", " ").replace(":", " ").split(","):
        words = part.split()
        if not words:
            continue
        if len(words) == 1 and len(game.options) == 1:
            words = [game.options[0].key, *words]
        if len(words) != 2 or not (words[1].isascii() and words[1].isdigit()):
            offered = options_texts(game)
            if offered:
                what_helps = lazy_gettext("Write it like `{example}`.", example=offered[-1])
            else:
                what_helps = lazy_gettext("{game} has no options.", game=game.name)
            wrong = lazy_gettext("I can't read the options “{text}”.", text=(text or "")[:40])
            raise Refusal("option", sentences(wrong, what_helps))
        chosen[words[0].casefold()] = int(words[1][:LONGEST_VALUE])
    return chosen
