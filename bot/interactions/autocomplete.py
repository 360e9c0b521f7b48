"""What an option offers as it is typed: always a list, an empty one where nothing can be said."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import discord
from discord import app_commands

from bot.interactions.languages import private_language
from presentation.markup import display_name
from presentation.phrases import versus
from rules.language import written_in
from rules.refusal import Refusal
from rules.registry import GAMES
from storage.matches.matches import StoredMatch

MOST_CHOICES = 25
LONGEST_CHOICE = 100

log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[str]]
Owner = TypeVar("Owner")
Autocomplete = Callable[[Owner, discord.Interaction, str], Coroutine[Any, Any, Choices]]
"""A method that finds what fits what is typed."""


def empty_where_it_fails(find: Autocomplete[Owner]) -> Autocomplete[Owner]:
    """The same choices, in the language of who types, with none where finding them fails: nobody
    sees a list's error, and what is wrong is said of the command itself."""

    @functools.wraps(find)
    async def found(owner: Owner, interaction: discord.Interaction, typed: str) -> Choices:
        try:
            with written_in(await private_language(interaction)):
                return await find(owner, interaction, typed)
        except Refusal:
            return []
        except Exception:
            log.exception("%s found nothing to offer", find.__qualname__)
            return []

    return found


def choices_of_matches(matches: list[StoredMatch], typed: str) -> Choices:
    """Those matches to choose from whose number, game or players fit what is typed."""
    texts = [(str(match.id), _label(match)) for match in matches]
    wanted = typed.casefold().strip()
    fitting = [(value, text) for value, text in texts if wanted in text.casefold()]
    return [choice(text, value) for value, text in fitting[:MOST_CHOICES]]


def choice(text: str, value: str) -> app_commands.Choice[str]:
    """One of the choices, its text cut where Discord takes no more."""
    return app_commands.Choice(name=text[:LONGEST_CHOICE], value=value)


def _label(match: StoredMatch) -> str:
    """The number, the game and the players of a match, on one line."""
    names = versus([display_name(seat.name) for seat in match.seats])
    return f"{match.id} · {GAMES[match.game].name} · {names}"
