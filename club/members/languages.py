"""The languages that people and servers have chosen; a front says what holds for those who haven't.

Every answer asks for them, so what was read is remembered for a while. A choice that is made in
this process is known at once, one that is made in another within `REMEMBERED_FOR`.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from storage.database.store import Store
from storage.members import guild_settings, people
from storage.members.people import Preferences

REMEMBERED_FOR = timedelta(minutes=1)
"""So long what was read is taken for true without a look at the database."""

MOST_REMEMBERED = 10_000
"""People, and servers, of whom that is remembered."""

Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is known of the language of a person."""

    chosen: str | None
    """What they have chosen, None where it is the language of their Discord."""
    seen: str | None
    """In which language they used Discord last; None where that is not kept."""
    is_written_to: bool
    """Whether they wish for direct messages, which come when nobody knows their Discord."""

    @classmethod
    def of(cls, person: Preferences) -> Spoken:
        """What somebody's wishes say of it."""
        is_written_to = person.notice == "direct" or person.digest_at is not None
        return cls(person.language, person.seen_language, is_written_to)


class Languages:
    """Those of all people and servers."""

    def __init__(self, store: Store, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._people: _Remembered[Spoken] = _Remembered(clock)
        self._guilds: _Remembered[str | None] = _Remembered(clock)

    async def of_person(self, user_id: int) -> Spoken:
        """What is known of somebody."""
        known = self._people.get(user_id)
        if known is None:
            person = await self._store.reading(lambda tx: people.get(tx, user_id))
            known = self._people.put(user_id, Spoken.of(person))
        return known

    async def of_guild(self, guild_id: int) -> str | None:
        """What a server has chosen, None for the language that it has on Discord."""
        if not self._guilds.has(guild_id):
            settings = await self._store.reading(lambda tx: guild_settings.get(tx, guild_id))
            return self._guilds.put(guild_id, settings.language)
        return self._guilds.get(guild_id)

    async def choose(self, user_id: int, chosen: str | None) -> None:
        """Speak to somebody in this language from now on.

        :param chosen: None for the one of their Discord.
        """
        async with self._store.write() as tx:
            person = await people.get(tx, user_id, locked=True)
            person = dataclasses.replace(person, language=chosen)
            await people.save(tx, person)
        self._people.put(user_id, Spoken.of(person))

    def note_guild(self, guild_id: int, chosen: str | None) -> None:
        """Use a server's language as it has just been stored.

        :param chosen: None for the language that the server has on Discord.
        """
        self._guilds.put(guild_id, chosen)

    async def note_seen(self, user_id: int, seen: str | None) -> None:
        """Keep in which language somebody uses Discord who wishes for direct messages."""
        async with self._store.write() as tx:
            await people.note_language(tx, user_id, seen)
        self._people.forget(user_id)

    def forget(self, user_id: int) -> None:
        """Look at the database before somebody is spoken to again."""
        self._people.forget(user_id)


class _Remembered(Generic[Kept]):
    """What was read lately, by what it was read of."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._kept: OrderedDict[int, tuple[Kept, datetime]] = OrderedDict()

    def has(self, key: int) -> bool:
        """Whether it was read lately."""
        kept = self._kept.get(key)
        return kept is not None and self._clock() < kept[1]

    def get(self, key: int) -> Kept | None:
        """What was read, None where it was not, or too long ago."""
        return self._kept[key][0] if self.has(key) else None

    def put(self, key: int, value: Kept) -> Kept:
        """Remember what was read, or stored, just now."""
        self._kept[key] = value, self._clock() + REMEMBERED_FOR
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_REMEMBERED:
            self._kept.popitem(last=False)
        return value

    def forget(self, key: int) -> None:
        """Have it read again."""
        self._kept.pop(key, None)
