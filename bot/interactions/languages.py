"""Whose language is spoken.

What one person alone sees is in theirs: the one that they have chosen (`/language`), else that of
their Discord. What everybody in a channel sees is in the server's: the one that its admins have
chosen (`/settings`), else that of the server on Discord. Where Discord's language is none of those
that are spoken, it is English.
"""

from __future__ import annotations

import asyncio
import logging
from contextvars import ContextVar
from typing import Any

import discord

from club.club import Club
from rules import language
from storage.database.errors import NotStored

PATIENCE = 1.0
"""Seconds that an answer waits for what was chosen: a window to type into has to be shown as the
first answer, within three. After that it is said in the language of Discord."""

present_languages: ContextVar[Languages | None] = ContextVar("present_languages", default=None)
"""Those who know what was chosen, for the answers to the interaction that is being handled."""

log = logging.getLogger(__name__)


class Languages:
    """Those of all people and servers, by what they have chosen and what Discord says."""

    def __init__(self, client: discord.Client, club: Club) -> None:
        self._client = client
        self._chosen = club.languages
        self._lookups: set[asyncio.Task[str | None]] = set()

    async def of_guild(self, guild_id: int | None) -> str:
        """In which language everybody in a server is told something; English outside of servers."""
        if guild_id is None:
            return language.SOURCE
        chosen = offered(await self._chosen.of_guild(guild_id))
        guild = self._client.get_guild(guild_id)
        usual = None if guild is None else spoken_by(guild.preferred_locale)
        return chosen or usual or language.SOURCE

    async def of_reader(self, user_id: int, guild_id: int | None) -> str:
        """In which language somebody is written to.

        :param guild_id: of what they are told; its language is theirs where nothing else is known.
        """
        known = await self._chosen.of_person(user_id)
        own = offered(known.chosen) or offered(known.seen)
        return own or await self.of_guild(guild_id)

    async def of_actor(self, interaction: discord.Interaction[Any]) -> str:
        """In which language somebody is answered; it is known soon, whatever the database does."""
        lookup = asyncio.create_task(self._chosen_by(interaction))
        self._lookups.add(lookup)
        lookup.add_done_callback(self._lookups.discard)
        # What comes later than that is remembered for the next answer.
        done, _ = await asyncio.wait({lookup}, timeout=PATIENCE)
        chosen = lookup.result() if done else None
        return chosen or spoken_by(interaction.locale) or language.SOURCE

    async def _chosen_by(self, interaction: discord.Interaction[Any]) -> str | None:
        """What somebody has chosen; where it matters, it is noted in which language they use
        Discord."""
        user_id, seen = interaction.user.id, spoken_by(interaction.locale)
        try:
            known = await self._chosen.of_person(user_id)
            if known.is_written_to and known.seen != seen:
                await self._chosen.note_seen(user_id, seen)
        except NotStored as error:
            log.info("the language of user %s is not known: %s", user_id, error)
            return None
        return offered(known.chosen)


async def private_language(interaction: discord.Interaction[Any]) -> str:
    """In which language who acts is answered."""
    languages = present_languages.get()
    if languages is None:
        return spoken_by(interaction.locale) or language.SOURCE
    return await languages.of_actor(interaction)


async def public_language(interaction: discord.Interaction[Any]) -> str:
    """In which language everybody is told something where an interaction comes from."""
    languages = present_languages.get()
    if languages is None:
        return spoken_by(interaction.guild_locale) or language.SOURCE
    return await languages.of_guild(interaction.guild_id)


def spoken_by(locale: discord.Locale | None) -> str | None:
    """The language of a locale of Discord's, None where it is none of those that are offered."""
    if locale is None:
        return None
    whole = locale.value.replace("-", "_")
    return offered(whole) or offered(whole.partition("_")[0])


def offered(chosen: str | None) -> str | None:
    """A language that was chosen, None where it is not offered, or no longer."""
    return chosen if chosen in language.COMPLETE else None
