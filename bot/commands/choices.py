"""Choices of command options, with names in each user's language."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from discord import app_commands
from discord.app_commands.models import ChoiceT

from bot.pages.page import MAX_OPTION_LENGTH
from club.clocks.pace import PACES, Pace
from engine.engine import Level
from presentation.matches.computers import level_words
from presentation.paces import pace_words

GET_NAME = "get_name"
"""The extra of a choice's name that holds its text function, for the translator."""


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


def level_choice(level: Level) -> app_commands.Choice[int]:
    """Return a computer's level as a choice."""
    return translated_choice(partial(_level_label, level), level.number)


def _level_label(level: Level) -> str:
    return level_words(level)[:MAX_OPTION_LENGTH]


def _pace_label(pace: Pace) -> str:
    words = pace_words(pace)
    return f"{words[:1].upper()}{words[1:]}"


PACE_CHOICES = [
    pace_choice(pace, text)
    for text, pace in PACES.items()
    if pace.time is not None and pace.is_slow
]
