"""Who is still in a server: leaderboards leave out those who have left it, until they come back.

The club is told neither of leaving nor of coming back. So it asks for those whom a page shows, at
most once a day each, and takes whoever acts for there.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from storage.database.store import Store
from storage.members import members
from storage.members.members import Member
from storage.ratings import ratings as stored_ratings

SEEN_FOR = timedelta(minutes=10)
"""So long it is remembered that somebody is there, without a look at the database."""

MOST_SEEN = 10_000
"""People of whom that is remembered."""

FRESH_FOR = timedelta(days=1)
"""So long what is known of somebody is taken for true."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a directory says of somebody in a server."""

    name: str | None
    """What they are called there; None where they are no member."""


class Directory(Protocol):
    """Says who is a member of a server now."""

    async def look_up(self, guild_id: int, user_id: int) -> Found | None:
        """What is known of somebody in a server; None where nobody can say at the moment."""
        ...


class NobodyAsked:
    """A directory that can never say anything."""

    async def look_up(self, guild_id: int, user_id: int) -> Found | None:
        """Nothing."""
        return None


class Membership:
    """Remembers who is in which server under which name, and asks when that is too old."""

    def __init__(self, store: Store, directory: Directory, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._directory = directory
        self._clock = clock
        self._seen: OrderedDict[tuple[int, int], tuple[str, datetime]] = OrderedDict()
        """Who has acted where, as whom and when, as far as it is remembered."""

    async def names(self, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
        """What some users are called in a server, as far as it is known."""
        async with self._store.read() as tx:
            known = await members.of_users(tx, guild_id, user_ids)
        return {user_id: each.name for user_id, each in known.items()}

    async def present(self, guild_id: int, names: dict[int, str]) -> dict[int, str]:
        """What those of some users are called who have not left a server.

        :param names: what they were called last, by user id.
        """
        async with self._store.read() as tx:
            known = await members.of_users(tx, guild_id, names)
        gone = {user_id for user_id, each in known.items() if not each.is_present}
        called = {user_id: each.name for user_id, each in known.items()}
        return {
            user_id: called.get(user_id, name)
            for user_id, name in names.items()
            if user_id > 0 and user_id not in gone
        }

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """What a user is called in a server, None where they are not there."""
        await self.check(guild_id, {user_id: ""})
        async with self._store.read() as tx:
            known = (await members.of_users(tx, guild_id, [user_id])).get(user_id)
        return known.name if known is not None and known.is_present else None

    async def saw(self, guild_id: int, user_id: int, name: str, *, is_new: bool = False) -> None:
        """Note that somebody is in a server, and what they are called there.

        :param is_new: also where nobody has ever asked for them.
        """
        now, key = self._clock(), (guild_id, user_id)
        last = self._seen.get(key)
        if last is not None and last[0] == name and now - last[1] < SEEN_FOR and not is_new:
            return
        found = await self._store.reading(lambda tx: members.of_users(tx, guild_id, [user_id]))
        known = found.get(user_id)
        self._remember(key, name, now)
        if known is None and not is_new:
            return
        is_known = known is not None and known.is_present and known.name == name
        if known is None or not is_known or _is_stale(known, now):
            await self._keep([Member(guild_id, user_id, name, True, now)])

    def _remember(self, key: tuple[int, int], name: str, now: datetime) -> None:
        self._seen[key] = name, now
        self._seen.move_to_end(key)
        if len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)

    async def check(self, guild_id: int, names: dict[int, str]) -> None:
        """Ask for those of some users of whom nothing recent is known.

        :param names: what they were called last, by user id; who has left keeps that name.
        """
        now = self._clock()
        # A negative id stands in for somebody who wished to be forgotten.
        user_ids = [user_id for user_id in names if user_id > 0]
        if not user_ids:
            return
        async with self._store.read() as tx:
            known = await members.of_users(tx, guild_id, user_ids)
        asked = [
            self._asked(Member(guild_id, user_id, names[user_id], True, now))
            for user_id in user_ids
            if user_id not in known or _is_stale(known[user_id], now)
        ]
        answers = await asyncio.gather(*asked)
        found = [each for each in answers if each is not None]
        if found:
            await self._keep(found)

    async def _asked(self, last: Member) -> Member | None:
        """What is known of somebody by now; None where nobody can say."""
        found = await self._directory.look_up(last.guild_id, last.user_id)
        if found is None:
            return None
        if found.name is None:
            return Member(last.guild_id, last.user_id, last.name, False, last.checked_at)
        return Member(last.guild_id, last.user_id, found.name, True, last.checked_at)

    async def _keep(self, found: list[Member]) -> None:
        async with self._store.write() as tx:
            user_ids = [each.user_id for each in found]
            known = await members.of_users(tx, found[0].guild_id, user_ids)
            await members.save(tx, found)
            for each in found:
                before = known.get(each.user_id)
                was_present = before is None or before.is_present
                if was_present != each.is_present:
                    is_hidden = not each.is_present
                    self._seen.pop((each.guild_id, each.user_id), None)
                    await stored_ratings.hide(tx, each.user_id, each.guild_id, is_hidden)


def _is_stale(member: Member, now: datetime) -> bool:
    return now - member.checked_at >= FRESH_FOR
