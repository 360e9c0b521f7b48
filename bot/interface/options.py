"""Options of commands: translated choices, games with their own options, and autocompletion."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from itertools import product
from typing import Any, Protocol, TypeVar

import discord
from discord import app_commands
from discord.app_commands.models import ChoiceT

from bot.interface.languages import private_language
from bot.pages.emojis import emoji_of
from bot.pages.layout import MAX_OPTION_LENGTH, Button, MenuChoice
from club.club import Club
from club.paces import PACES, Pace
from club.parts import Parts
from engine.engine import LEVELS, Level
from language.lists import sentences
from language.texts import N_, lazy_gettext, written_in
from language.typed import folded, normalised
from presentation.matches.play import level_words
from presentation.phrases import game_label, pace_words, summary_within
from rendering import GAME, Icon
from rules.position import Game
from rules.record import option_value, options_text
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.database.transaction import NotStoredError

log = logging.getLogger(__name__)

GET_NAME = "get_name"
"""The extra of a choice's name that holds its text function, for the translator."""

MAX_CHOICE_LENGTH = 100
"""Maximum length of a choice's name."""

MAX_CHOICES = 25

PATIENCE = 2.0
"""Seconds to wait for choices. Discord drops them after three."""

ABOUT_GAME = Parts[Game, Button]()
"""Buttons for people who want to know more about a game."""

Choices = list[app_commands.Choice[str]]


def translated_choice(get_name: Callable[[], str], value: ChoiceT) -> app_commands.Choice[ChoiceT]:
    """Return a choice whose name is composed of several texts.

    :param get_name: returns the name in the current language.
    """
    return app_commands.Choice(
        name=app_commands.locale_str(get_name(), **{GET_NAME: get_name}), value=value
    )


def pace_choice(pace: Pace, text: str) -> app_commands.Choice[str]:
    """Return a pace as a choice.

    :param text: the stored text of the pace.
    """
    return translated_choice(partial(_pace_label, pace), text)


def _level_label(level: Level) -> str:
    return level_words(level)[:MAX_OPTION_LENGTH]


def level_choice(level: Level) -> app_commands.Choice[int]:
    """Return a computer's level as a choice."""
    return translated_choice(partial(_level_label, level), level.number)


def choice_label(game: Game) -> str:
    """Return a game's icon, name and summary, cut to the length of a choice."""
    label = game_label(game)
    return f"{label}: {summary_within(game, MAX_CHOICE_LENGTH - len(label) - 2)}"


GAME_CHOICES = [translated_choice(partial(choice_label, game), key) for key, game in GAMES.items()]
LEVEL_CHOICES = [level_choice(level) for level in LEVELS]
GAME_WORDS = N_("The game")
OPTIONS_WORDS = N_("Options of the game, such as the size of the board")
"""Descriptions of options that several commands have."""


def options_texts(game: Game) -> list[str]:
    """Return the combinations of a game's options as text: `size 5`. Those at 0 are left out."""
    combinations = product(
        *([(option.key, value) for value in option.values] for option in game.options)
    )
    texts = (options_text(game, dict(way)) for way in combinations)
    return [text for text in texts if text]


def options_in(game: Game, text: str | None) -> dict[str, int | None]:
    """Read options from a text like `size 5`. A bare value is that of the game's first option.

    :raises Refusal: `option`.
    """
    chosen: dict[str, int | None] = {}
    for part in normalised(text or "").replace("=", " ").replace(":", " ").split(","):
        words = part.split()
        if not words:
            continue
        if len(words) == 1 and game.options:
            words = [game.options[0].key, *words]
        value = option_value(game, *words) if len(words) == 2 else None
        if value is None:
            examples = options_texts(game)
            if examples:
                remedy = lazy_gettext("Type it like `{example}`.", example=examples[-1])
            else:
                remedy = lazy_gettext("{game} has no options.", game=game.name)
            problem = lazy_gettext("I can't read the options “{text}”.", text=(text or "")[:40])
            raise Refusal("option", sentences(problem, remedy))
        chosen[words[0].casefold()] = value
    return chosen


class HasClub(Protocol):
    """The owner of a method that finds choices."""

    club: Club


Owner = TypeVar("Owner", bound=HasClub)
Autocomplete = Callable[[Owner, discord.Interaction, str], Coroutine[Any, Any, Choices]]
"""A method that returns choices for the typed text."""


def empty_on_failure(find: Autocomplete[Owner]) -> Autocomplete[Owner]:
    """Wrap autocompletion to use the user's language, and to return no choices on errors.

    Users can't see errors of autocompletion. The command itself reports what is wrong. While the
    database is unreachable there are no choices, at once.
    """

    async def choices(owner: Owner, interaction: discord.Interaction, typed: str) -> Choices:
        try:
            with written_in(await private_language(interaction)):
                return await find(owner, interaction, typed)
        except Refusal:
            return []
        except NotStoredError as error:
            log.info("autocompletion %s has no database: %s", find.__qualname__, error)
            return []
        except Exception:
            log.exception("autocompletion %s failed", find.__qualname__)
            return []

    @functools.wraps(find)
    async def suggest(owner: Owner, interaction: discord.Interaction, typed: str) -> Choices:
        if not owner.club.store.is_reachable:
            return []
        finding = asyncio.create_task(choices(owner, interaction, typed))
        # A cancelled transaction would first finish its statement.
        finished, _ = await asyncio.wait({finding}, timeout=PATIENCE)
        if finished:
            return finding.result()
        finding.cancel()
        return []

    # discord.py only passes the cog to methods, which it recognises by their qualified name.
    suggest.__qualname__ = f"{HasClub.__qualname__}.{find.__name__}"
    return suggest


def choice(text: str, value: str) -> app_commands.Choice[str]:
    """Return a choice with its text cut to Discord's limit."""
    return app_commands.Choice(name=text[:MAX_CHOICE_LENGTH], value=value)


def choices_with(typed: str, texts: Iterable[tuple[str, str]]) -> Choices:
    """Return the choices whose text contains the typed one.

    :param texts: each choice's text and value.
    """
    typed = folded(typed)
    return [choice(text, value) for text, value in texts if typed in folded(text)][:MAX_CHOICES]


def game_choice(key: str, *, chosen: bool = False) -> MenuChoice:
    """Return the menu entry of a game with its icon and summary."""
    game, icon = GAMES[key], Icon(key, GAME)
    label = game_label(game) if emoji_of(icon) is None else game.name
    return MenuChoice(label, key, summary_within(game, MAX_OPTION_LENGTH), chosen, icon)


def _pace_label(pace: Pace) -> str:
    words = pace_words(pace)
    return f"{words[:1].upper()}{words[1:]}"


PACE_CHOICES = [
    pace_choice(pace, text)
    for text, pace in PACES.items()
    if pace.time is not None and pace.is_slow
]
