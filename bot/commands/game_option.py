"""Choosing a game, and how it is played where it leaves a choice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product

from discord import app_commands

from bot.commands.choices import said_choice
from rules.language import gettext, lazy_gettext
from rules.listing import sentences
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES

GAME_CHOICES = [app_commands.Choice(name=game.name, value=key) for key, game in GAMES.items()]

LONGEST_CHOICE = 100
"""Characters of a choice's name."""

CLAUSE_ENDS = ",:;、。"


def told(game: Game) -> str:
    """A game and what it is about: its name, and its summary as far as it fits."""
    words = f"{game.icon} {game.name}: {gettext(game.summary).rstrip('.。')}"
    if len(words) > LONGEST_CHOICE:
        # To the end of a clause rather than into the midst of one.
        ends = [place for place in range(LONGEST_CHOICE) if words[place] in CLAUSE_ENDS]
        words = words[: ends[-1]] if len(ends) > 1 else f"{words[: LONGEST_CHOICE - 1]}…"
    return words


TOLD_GAME_CHOICES = [said_choice(partial(told, game), key) for key, game in GAMES.items()]
"""The games for who may not know them yet."""

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
