"""The languages of answers and posts.

Private answers use the user's language: as chosen in `/preferences`, else that of their Discord
client. Public messages use the server's language: as chosen in `/settings`, else that of the server
on Discord. Unsupported languages fall back to English.
"""

from __future__ import annotations

import asyncio
import logging
from contextvars import ContextVar
from typing import Any

import discord

from bot.interface.context import place_of
from club.club import Club
from language import texts
from storage.database.transaction import NotStoredError

log = logging.getLogger(__name__)


PATIENCE = 1.0
"""Seconds to wait for the stored language, after which that of Discord is used.

A form has to be the first response, within three seconds.
"""

current_languages: ContextVar[Languages | None] = ContextVar("current_languages", default=None)
"""The languages for answers to the current interaction."""


class Languages:
    """The languages of users and servers, as chosen or as on Discord."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._stored = club.languages
        self._lookups: set[asyncio.Task[str | None]] = set()

    async def of_guild(self, guild_id: int | None) -> str:
        """Return the language of public messages in a server, English outside servers."""
        if guild_id is None:
            return texts.SOURCE
        chosen = supported(await self._stored.of_guild(guild_id))
        guild = self._client.get_guild(guild_id)
        usual = None if guild is None else spoken_by(guild.preferred_locale)
        return chosen or usual or texts.SOURCE

    async def of_reader(self, user_id: int, guild_id: int | None) -> str:
        """Return the language of direct messages to a user.

        :param guild_id: the server concerned, whose language is the fallback.
        """
        user_language = await self._stored.of_person(user_id)
        own = supported(user_language.chosen) or supported(user_language.seen)
        return own or await self.of_guild(guild_id)

    async def of_actor(self, interaction: discord.Interaction[Any]) -> str:
        """Return the language of private answers, quickly even if the database is slow."""
        lookup = asyncio.create_task(self._chosen_by(interaction))
        self._lookups.add(lookup)
        lookup.add_done_callback(self._lookups.discard)
        # A later result is cached for the next answer.
        finished, _ = await asyncio.wait({lookup}, timeout=PATIENCE)
        chosen = lookup.result() if finished else None
        return chosen or spoken_by(interaction.locale) or texts.SOURCE

    async def _chosen_by(self, interaction: discord.Interaction[Any]) -> str | None:
        """Return the chosen language, and store that of the user's Discord client if needed."""
        user_id, client_language = interaction.user.id, spoken_by(interaction.locale)
        try:
            user_language = await self._stored.of_person(user_id)
            # Outside of servers, reminders and cards come in direct messages.
            is_written_to = (
                user_language.gets_direct_messages or place_of(interaction).guild_id is None
            )
            if is_written_to and user_language.seen != client_language:
                await self._stored.note_seen(user_id, client_language)
        except NotStoredError as error:
            log.info("could not load the language of user %s: %s", user_id, error)
            return None
        except Exception:
            # The answer matters more than its language.
            log.exception("could not load the language of user %s", user_id)
            return None
        return supported(user_language.chosen)


async def private_language(interaction: discord.Interaction[Any]) -> str:
    """Return the language of private answers to an interaction."""
    languages = current_languages.get()
    if languages is None:
        return spoken_by(interaction.locale) or texts.SOURCE
    return await languages.of_actor(interaction)


async def public_language(interaction: discord.Interaction[Any]) -> str:
    """Return the language of public messages in an interaction's server.

    Outside of the bot's servers, it is the user's.
    """
    if place_of(interaction).guild_id is None:
        return await private_language(interaction)
    languages = current_languages.get()
    if languages is None:
        return spoken_by(interaction.guild_locale) or texts.SOURCE
    return await languages.of_guild(interaction.guild_id)


def spoken_by(locale: discord.Locale | None) -> str | None:
    """Return the language of a Discord locale, or None if it is not supported."""
    if locale is None:
        return None
    code = locale.value.replace("-", "_")
    return supported(code) or supported(code.partition("_")[0])


def supported(chosen: str | None) -> str | None:
    """Return a chosen language, or None if it is not supported."""
    return chosen if chosen in texts.COMPLETE else None
