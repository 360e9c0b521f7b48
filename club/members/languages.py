"""The languages chosen by users and servers. Defaults are up to the front.

They are needed for every answer and so are cached. Changes in this process apply immediately, those
in other processes within `CACHED_FOR`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from cachetools import TTLCache

from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.members import preferences
from storage.members.preferences import Preferences
from storage.servers import settings as stored_settings

CACHED_FOR = timedelta(minutes=1)
"""How long languages are cached."""

CAPACITY = 10_000
"""Maximum number of cached users, and of cached servers."""


@dataclass(frozen=True, slots=True)
class UserLanguage:
    """A user's language settings."""

    chosen: str | None
    """The chosen language, or None for that of their Discord client."""
    seen: str | None
    """The last language of their Discord client, or None if it is not stored."""
    gets_direct_messages: bool
    """Whether they get direct messages, which need a language outside interactions."""

    @classmethod
    def of(cls, person: Preferences) -> UserLanguage:
        """Return the language settings in a user's preferences."""
        gets_direct_messages = person.notice == "direct" or person.digest_at is not None
        return cls(person.language, person.seen_language, gets_direct_messages)


class Languages:
    """The languages of all users and servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._people = TTLCache[int, UserLanguage, datetime](CAPACITY, CACHED_FOR, clock)
        self._guilds = TTLCache[int, str | None, datetime](CAPACITY, CACHED_FOR, clock)

    async def of_person(self, user_id: int) -> UserLanguage:
        """Return a user's language settings."""
        cached = self._people.get(user_id)
        if cached is None:
            person = await self._store.read(lambda tx: preferences.get(tx, user_id))
            cached = self._people[user_id] = UserLanguage.of(person)
        return cached

    async def of_guild(self, guild_id: int) -> str | None:
        """Return a server's chosen language, or None for its language on Discord."""
        try:
            return self._guilds[guild_id]
        except KeyError:
            settings = await self._store.read(lambda tx: stored_settings.get(tx, guild_id))
            self._guilds[guild_id] = settings.language
            return settings.language

    async def choose(self, user_id: int, chosen: str | None) -> None:
        """Set a user's language.

        :param chosen: None for that of their Discord client.
        """

        async def save(tx: Transaction) -> UserLanguage:
            person = await preferences.get(tx, user_id, locked=True)
            person = dataclasses.replace(person, language=chosen)
            await preferences.save(tx, person)
            return UserLanguage.of(person)

        self._people[user_id] = await self._store.write(save)

    def note_guild(self, guild_id: int, chosen: str | None) -> None:
        """Update the cache after a server's language has been stored.

        :param chosen: None for the server's language on Discord.
        """
        self._guilds[guild_id] = chosen

    async def note_seen(self, user_id: int, seen: str | None) -> None:
        """Store the Discord language of a user who gets direct messages."""
        await self._store.write(lambda tx: preferences.note_language(tx, user_id, seen))
        self.forget(user_id)

    def forget(self, user_id: int) -> None:
        """Remove a user from the cache."""
        # Unlike `pop`, this also removes what has expired, in case the clock is set back.
        with suppress(KeyError):
            del self._people[user_id]
