"""Options for choosing a game and its own options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product

from bot.commands.choices import translated_choice
from language.lists import sentences
from language.texts import lazy_gettext
from presentation.phrases import game_label, summary_within
from rules.position import Game
from rules.refusal import Refusal
from rules.registry import GAMES

MAX_CHOICE_LENGTH = 100
"""Maximum length of a choice's name."""


def choice_label(game: Game) -> str:
    """Return a game's icon, name and summary, cut to the length of a choice."""
    label = game_label(game)
    return f"{label}: {summary_within(game, MAX_CHOICE_LENGTH - len(label) - 2)}"


GAME_CHOICES = [translated_choice(partial(choice_label, game), key) for key, game in GAMES.items()]

MAX_VALUE_LENGTH = 9
"""Maximum number of digits read from an option's value, more than any game needs."""


def options_texts(game: Game) -> list[str]:
    """Return every combination of a game's options as text: `size 5`."""
    combinations = product(
        *([(option.key, value) for value in option.values] for option in game.options)
    )
    return [", ".join(f"{key} {value}" for key, value in way) for way in combinations if way]


def options_for(game: Game, chosen: Mapping[str, int | None], seats: int) -> dict[str, int]:
    """Return the complete options, with defaults that seat enough players if possible.

    :raises Refusal: `option`.
    """
    complete = game.choose(chosen)
    alternatives = [
        (option.key, value)
        for option in game.options
        if chosen.get(option.key) is None
        for value in option.values
    ]
    candidates = [complete, *({**complete, key: value} for key, value in alternatives)]
    return next((way for way in candidates if len(game.seat_names(way)) >= seats), complete)


def options_in(game: Game, text: str | None) -> dict[str, int | None]:
    """Read options from a text like `size 5`. A bare number is the game's only option.

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
            examples = options_texts(game)
            if examples:
                remedy = lazy_gettext("Type it like `{example}`.", example=examples[-1])
            else:
                remedy = lazy_gettext("{game} has no options.", game=game.name)
            problem = lazy_gettext("I can't read the options “{text}”.", text=(text or "")[:40])
            raise Refusal("option", sentences(problem, remedy))
        chosen[words[0].casefold()] = int(words[1][:MAX_VALUE_LENGTH])
    return chosen
