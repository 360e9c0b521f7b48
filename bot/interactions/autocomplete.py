"""What an option offers as it is typed: always a list, an empty one where nothing can be said."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from rules.refusal import Refusal

Offers = Callable[
    [discord.Interaction[Any], str], Coroutine[Any, Any, list[app_commands.Choice[str]]]
]

log = logging.getLogger(__name__)


def offering(find: Offers) -> Offers:
    """The same offers, with none where finding them fails: nobody sees a list's error, and what
    is wrong is said of the command itself."""

    @functools.wraps(find)
    async def offered(
        interaction: discord.Interaction[Any], typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            return await find(interaction, typed)
        except Refusal:
            return []
        except Exception:
            log.exception("%s found nothing to offer", find.__qualname__)
            return []

    return offered
