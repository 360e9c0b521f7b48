"""The searches of people looking for opponents, one each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, delete, select, update

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction
from storage.database.upsert import insert
from storage.matches.terms import Participant, Place, direct_messages

Reach = Literal["server", "everywhere", "direct"]
"""The people that someone wants to play: members of their server, or also those of other servers.

Matches with the latter are shown in the server's channel or in direct messages.
"""


@dataclass(frozen=True, slots=True)
class Wish:
    """The games, paces and number of matches that someone wants to play."""

    games: tuple[str, ...]
    fastest: str
    """The fastest pace, as a text."""
    slowest: str
    most: int
    """Maximum number of running matches from the pool."""
    reach: Reach


@dataclass(frozen=True, slots=True)
class PoolEntry:
    """A person's search for opponents."""

    user_id: int
    name: str
    guild_id: int | None
    """Their server, or None if they joined in direct messages."""
    channel_id: int
    """The channel or thread in which they joined."""
    parent_id: int | None
    direct_channel_id: int | None
    """Their direct messages, if their matches with people from other servers are shown there."""
    games: tuple[str, ...]
    fastest: str
    slowest: str
    most: int
    reach: Reach
    joined_at: datetime
    expires_at: datetime
    is_warned: bool
    """Whether they were notified that the search ends soon."""
    version: int
    paired_at: datetime | None
    """When their latest match began."""

    @property
    def wish(self) -> Wish:
        """The games, paces and number of matches they want."""
        return Wish(self.games, self.fastest, self.slowest, self.most, self.reach)

    @property
    def is_outgoing(self) -> bool:
        """Whether they also want to play people from other servers."""
        return self.reach != "server"

    @property
    def place(self) -> Place:
        """The place where they joined, and play members of their server."""
        if self.guild_id is None:
            return direct_messages(self.channel_id)
        return Place(self.guild_id, self.channel_id, self.parent_id)

    @property
    def place_outside(self) -> Place:
        """The place where they play people from other servers."""
        if self.direct_channel_id is None:
            return self.place
        return direct_messages(self.direct_channel_id)

    @property
    def participant(self) -> Participant:
        """The person as a player."""
        return Participant(self.user_id, self.name)


_ROW = schema.pool_entry.c
_ENTRY = columns_of(PoolEntry, schema.pool_entry)


async def get(tx: Transaction, user_id: int) -> PoolEntry | None:
    """Return a person's search, or None."""
    rows = await tx.execute(select(*_ENTRY).where(_ROW.user_id == user_id))
    return next(map(_entry, rows), None)


async def of_users(tx: Transaction, user_ids: Collection[int]) -> dict[int, PoolEntry]:
    """Return the searches of some users, by user."""
    rows = await tx.execute(select(*_ENTRY).where(_ROW.user_id.in_(list(user_ids))))
    return {row.user_id: _entry(row) for row in rows}


async def unexpired(tx: Transaction, now: datetime) -> tuple[PoolEntry, ...]:
    """Return all searches that have not ended."""
    query = select(*_ENTRY).where(_ROW.expires_at > now)
    return tuple(map(_entry, await tx.execute(query)))


async def ending(tx: Transaction, before: datetime, limit: int) -> tuple[PoolEntry, ...]:
    """Return searches that end before a moment, without those locked by another process."""
    query = select(*_ENTRY).where(_ROW.expires_at <= before, _ROW.is_warned.is_(False))
    return await _locked(tx, query.order_by(_ROW.expires_at).limit(limit))


async def expired(tx: Transaction, now: datetime, limit: int) -> tuple[PoolEntry, ...]:
    """Return searches that have ended, without those locked by another process."""
    query = select(*_ENTRY).where(_ROW.expires_at <= now)
    return await _locked(tx, query.order_by(_ROW.expires_at).limit(limit))


async def _locked(tx: Transaction, query: Any) -> tuple[PoolEntry, ...]:
    return tuple(map(_entry, await tx.execute(query.with_for_update(skip_locked=True))))


async def save(tx: Transaction, entry: PoolEntry) -> None:
    """Save a search."""
    values = asdict(entry) | {"games": list(entry.games)}
    added = insert(tx, schema.pool_entry).values(values)
    await tx.execute(added.on_conflict_do_update(index_elements=["user_id"], set_=values))


async def note_warned(tx: Transaction, user_ids: Sequence[int]) -> None:
    """Store that some users were notified that their search ends."""
    await tx.execute(
        update(schema.pool_entry).where(_ROW.user_id.in_(user_ids)).values(is_warned=True)
    )


async def claim(tx: Transaction, entry: PoolEntry, now: datetime) -> bool:
    """Mark a search as paired now. Return False if it has changed or ended in the meantime."""
    claimed = await tx.execute(
        update(schema.pool_entry)
        .where(_ROW.user_id == entry.user_id, _ROW.version == entry.version)
        .values(version=entry.version + 1, paired_at=now)
    )
    return claimed.rowcount == 1


async def remove(tx: Transaction, user_id: int) -> bool:
    """Delete a person's search, and return whether there was one."""
    return (await tx.execute(delete(schema.pool_entry).where(_ROW.user_id == user_id))).rowcount > 0


def _entry(row: Row[*tuple[Any, ...]]) -> PoolEntry:
    entry = PoolEntry(*row)
    return replace(entry, games=tuple(entry.games))
