"""Autocompletion of options, which never fails but may be empty."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

import discord
from discord import app_commands

from bot.interactions.languages import private_language
from club.club import Club
from language.texts import written_in
from rules.refusal import Refusal
from storage.database.errors import NotStored

MAX_CHOICES = 25
MAX_CHOICE_LENGTH = 100

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds to wait for choices. Discord drops them after three."""

Choices = list[app_commands.Choice[str]]


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
        except NotStored as error:
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

    return suggest


def choice(text: str, value: str) -> app_commands.Choice[str]:
    """Return a choice with its text cut to Discord's limit."""
    return app_commands.Choice(name=text[:MAX_CHOICE_LENGTH], value=value)
