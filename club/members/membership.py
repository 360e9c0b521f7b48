"""Who is a member of which server, and what a viewer in a place may see.

Leaderboards leave out users who have left. The club gets no events for members who leave or join.
It looks up the users shown on a page, at most once a day each, and treats users who act as present.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from cachetools import TTLCache

from storage.challenges.challenges import Challenge
from storage.database.store import Store
from storage.database.transaction import Transaction
from storage.matches.match import Place, StoredMatch
from storage.members import membership
from storage.members.membership import Member
from storage.ratings import ratings as stored_ratings
from storage.servers.settings import GuildSettings

SEEN_FOR = timedelta(minutes=10)
"""How long it is cached that a user is present."""

SIGHT_FOR = timedelta(minutes=1)
"""How long it is cached whether a user sees a place."""

MAX_CACHED = 10_000
"""Maximum number of cached users."""

FRESH_FOR = timedelta(days=1)
"""How long a stored membership is considered up to date."""


@dataclass(frozen=True, slots=True)
class MemberLookup:
    """The result of looking up a user in a server."""

    name: str | None
    """Their name in the server, or None if they are not a member."""
    is_gone: bool = False
    """Whether the server has removed the bot, which knows nothing about its members then."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether a user can see a place, and who they are in its server."""

    sees: bool
    name: str = ""
    joined_at: datetime | None = None
    """When they joined the server, None if they aren't a member."""
    organises: bool = False
    """Whether they may organise its events."""


class Directory(Protocol):
    """Looks up current members of servers."""

    async def look_up(self, guild_id: int, user_id: int) -> MemberLookup | None:
        """Look up a user in a server. Return None if that isn't possible at the moment."""
        ...

    async def is_gone(self, guild_id: int) -> bool:
        """Whether a server has certainly removed the bot, or no longer exists."""
        ...

    async def direct_channel(self, user_id: int) -> int | None:
        """Return the channel of a user's direct messages, or None if it can't be opened now."""
        ...

    async def viewer_at(self, user_id: int, place: Place) -> Sight | None:
        """Look up a user at a place in a server. Return None if that isn't possible now."""
        ...

    def is_open(self, place: Place) -> bool:
        """Whether all members of a server can certainly see a place."""
        ...

    def deleted(self, guild_id: int, ids: Collection[int]) -> frozenset[int]:
        """Return those of some channels and roles of a server that were certainly deleted."""
        ...


class NoDirectory:
    """A directory that never has an answer."""

    async def look_up(self, guild_id: int, user_id: int) -> MemberLookup | None:
        """Return None."""
        return None

    async def is_gone(self, guild_id: int) -> bool:
        """Return False."""
        return False

    async def direct_channel(self, user_id: int) -> int | None:
        """Return None."""
        return None

    async def viewer_at(self, user_id: int, place: Place) -> Sight | None:
        """Return None."""
        return None

    def is_open(self, place: Place) -> bool:
        """Return False."""
        return False

    def deleted(self, guild_id: int, ids: Collection[int]) -> frozenset[int]:
        """Return none."""
        return frozenset()


class Membership:
    """Stores who is in which server under which name, and refreshes outdated entries."""

    def __init__(self, store: Store, directory: Directory, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._directory = directory
        self._clock = clock
        self._seen = TTLCache[tuple[int, int], str, datetime](MAX_CACHED, SEEN_FOR, clock)
        """The names of recently active users, by server and user."""
        self._sights = TTLCache[tuple[int, int], Sight, datetime](MAX_CACHED, SIGHT_FOR, clock)
        """What is known of users at places, by user and place."""

    async def names(self, guild_id: int, user_ids: Collection[int]) -> dict[int, str]:
        """Return the known names of users in a server."""
        stored = await self._store.read(lambda tx: membership.of_users(tx, guild_id, user_ids))
        return {user_id: each.name for user_id, each in stored.items()}

    async def present(self, guild_id: int, names: dict[int, str]) -> dict[int, str]:
        """Return the current names of those users who have not left a server.

        :param names: their last known names, by user id.
        """
        rows = await self._store.read(lambda tx: membership.of_users(tx, guild_id, names))
        departed = {user_id for user_id, each in rows.items() if not each.is_present}
        current_names = {user_id: each.name for user_id, each in rows.items()}
        return {
            user_id: current_names.get(user_id, name)
            for user_id, name in names.items()
            if user_id > 0 and user_id not in departed
        }

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """Return a user's name in a server, or None if they are not a member."""
        await self.check(guild_id, {user_id: ""})
        async with self._store.read() as tx:
            stored = (await membership.of_users(tx, guild_id, [user_id])).get(user_id)
        return stored.name if stored is not None and stored.is_present else None

    async def note_seen(
        self, guild_id: int, user_id: int, name: str, *, is_new: bool = False
    ) -> None:
        """Record that a user is in a server under a name.

        :param is_new: whether to store them even if they were never looked up.
        """
        now, key = self._clock(), (guild_id, user_id)
        if self._seen.get(key) == name and not is_new:
            return
        rows = await self._store.read(lambda tx: membership.of_users(tx, guild_id, [user_id]))
        stored = rows.get(user_id)
        self._seen[key] = name
        if stored is None and not is_new:
            return
        is_known = stored is not None and stored.is_present and stored.name == name
        if stored is None or not is_known or _is_stale(stored, now):
            await self._save([Member(guild_id, user_id, name, True, now)])

    async def departed(self, guild_id: int, names: dict[int, str]) -> frozenset[int]:
        """Look up users who are about to be paired, and return those who have left.

        :param names: their last known names, by user id.
        """
        await self.check(guild_id, names, max_age=SEEN_FOR)
        rows = await self._store.read(lambda tx: membership.of_users(tx, guild_id, names))
        return frozenset(user_id for user_id, each in rows.items() if not each.is_present)

    async def is_gone(self, guild_id: int) -> bool:
        """Whether a server has certainly removed the bot, or no longer exists."""
        return await self._directory.is_gone(guild_id)

    def deleted(self, guild_id: int, ids: Collection[int]) -> frozenset[int]:
        """Return those of some channels and roles of a server that were certainly deleted."""
        return self._directory.deleted(guild_id, ids)

    def existing(self, settings: GuildSettings) -> GuildSettings:
        """Return a server's settings without channels and roles that were certainly deleted."""
        return settings.without(self.deleted(settings.guild_id, settings.references))

    async def direct_channel(self, user_id: int) -> int | None:
        """Return the channel of a user's direct messages, or None if it can't be opened now."""
        return await self._directory.direct_channel(user_id)

    async def sees(self, user_id: int, place: Place) -> bool:
        """Whether a user can certainly see a place in a server."""
        sight = await self._directory.viewer_at(user_id, place)
        return sight is not None and sight.sees

    async def viewer_at(
        self, user_id: int, place: Place, *, is_fresh: bool = False
    ) -> Sight | None:
        """Return what is known of a user at a place, None if that is nothing.

        :param is_fresh: whether an answer from the last minute is too old.
        """
        key = (user_id, place.id)
        sight = None if is_fresh else self._sights.get(key)
        if sight is None:
            sight = await self._directory.viewer_at(user_id, place)
            if sight is not None:
                self._sights[key] = sight
        return sight

    async def check(
        self, guild_id: int, names: dict[int, str], *, max_age: timedelta = FRESH_FOR
    ) -> None:
        """Look up those of some users whose membership is unknown or outdated.

        :param names: their last known names, by user id, kept for users who have left.
        :param max_age: how long a stored membership is considered up to date.
        """
        now = self._clock()
        # Negative ids are stand-ins for users who have deleted their data.
        user_ids = [user_id for user_id in names if user_id > 0]
        if not user_ids:
            return
        stored = await self._store.read(lambda tx: membership.of_users(tx, guild_id, user_ids))
        lookups = [
            self._look_up(Member(guild_id, user_id, names[user_id], True, now))
            for user_id in user_ids
            if user_id not in stored or now - stored[user_id].checked_at >= max_age
        ]
        answers = await asyncio.gather(*lookups)
        results = [answer for answer in answers if answer is not None]
        if results:
            await self._save(results)

    async def _look_up(self, last: Member) -> Member | None:
        """Look up a user's membership, or None if that isn't possible at the moment."""
        result = await self._directory.look_up(last.guild_id, last.user_id)
        if result is None or result.is_gone:
            return None
        if result.name is None:
            return Member(last.guild_id, last.user_id, last.name, False, last.checked_at)
        return Member(last.guild_id, last.user_id, result.name, True, last.checked_at)

    async def _save(self, updated: list[Member]) -> None:
        for each in await self._store.write(lambda tx: _save(tx, updated)):
            self._seen.pop((each.guild_id, each.user_id), None)


async def _save(tx: Transaction, updated: list[Member]) -> list[Member]:
    """Store what is known of members, and return those who have left or come back."""
    former = await membership.of_users(tx, updated[0].guild_id, [each.user_id for each in updated])
    await membership.save(tx, updated)
    # Ratings are always locked in this order (`storage.ratings.ratings`).
    changed = [
        each
        for each in sorted(updated, key=lambda each: each.user_id)
        if each.is_present != (each.user_id not in former or former[each.user_id].is_present)
    ]
    for each in changed:
        await stored_ratings.hide(tx, each.user_id, each.guild_id, not each.is_present)
    return changed


@dataclass(frozen=True, slots=True)
class Viewer:
    """A user in a place.

    Whatever they may not see is treated as if it did not exist.
    """

    guild_id: int | None
    """The server of the request, None outside of one."""
    place_id: int
    """The channel or thread of the request."""
    user_id: int
    sees: Callable[[Place], bool]
    """Whether they can see a place. Unknown and deleted places count as hidden."""
    is_direct: bool = False
    """Whether the place is their direct messages with the bot."""

    def may_know_of(self, match: StoredMatch) -> bool:
        """Whether they play in a match, or can see its channel in their server."""
        return self.has_played(match) or self.sees_match(match)

    def has_played(self, match: StoredMatch) -> bool:
        """Whether they play in a match, or have left it."""
        return any(seat.user_id == self.user_id for seat in match.seats)

    def sees_match(self, match: StoredMatch) -> bool:
        """Whether they can see the channel of a match in their server."""
        return any(self.sees(place) for place in match.places if place.guild_id == self.guild_id)

    def from_here(self, match: StoredMatch) -> StoredMatch:
        """Return a match with the place for the viewer's links first."""
        return match.seen_from(self.guild_id, self.user_id)

    def may_know_of_challenge(self, challenge: Challenge) -> bool:
        """Whether they can see the channel of a challenge in their server, or are named in it.

        Outside its server, only a rematch between servers can be answered.
        """
        people = {challenge.challenger_id, *(guest.user_id for guest in challenge.guests)}
        if challenge.guild_id == self.guild_id:
            return self.user_id in people or self.sees(challenge.place)
        return self.user_id in people and challenge.rematch_of is not None


def _is_stale(member: Member, now: datetime) -> bool:
    return now - member.checked_at >= FRESH_FOR
