"""Choices of a command's option, whose names Discord shows in the language of each reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from discord import app_commands
from discord.app_commands.models import ChoiceT

from bot.pages.page import LONGEST_OPTION
from club.clocks.pace import Pace
from engine.levels import Level
from presentation.matches.computers import level_words
from presentation.paces import pace_words

SAY = "say"
"""Under which the name of a choice carries what says it, for the translator of the commands."""


def said_choice(say: Callable[[], str], value: ChoiceT) -> app_commands.Choice[ChoiceT]:
    """A choice whose name is no text by itself but is put together of some.

    :param say: gives the name in the language of what is being written.
    """
    return app_commands.Choice(name=app_commands.locale_str(say(), **{SAY: say}), value=value)


def pace_choice(pace: Pace, text: str) -> app_commands.Choice[str]:
    """A pace as an option offers it.

    :param text: by which it is stored.
    """
    return said_choice(partial(_pace_label, pace), text)


def level_choice(level: Level) -> app_commands.Choice[int]:
    """A level of computer as an option offers it."""
    return said_choice(partial(_level_label, level), level.number)


def _level_label(level: Level) -> str:
    return level_words(level)[:LONGEST_OPTION]


def _pace_label(pace: Pace) -> str:
    words = pace_words(pace)
    return f"{words[:1].upper()}{words[1:]}"
