"""The searches of people looking for opponents, one each, and what their pairing depends on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple

from sqlalchemy import Index, Row, and_, case, delete, func, or_, select, update

from storage.database.shards import ALL as EVERYONE
from storage.database.shards import Shards
from storage.database.tables import DirectId, OwnerId, Snowflake, table_of
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCHES, SEATS, Participant, Place, direct_messages
from storage.members.blocks import BLOCKS
from storage.members.membership import MEMBERS
from storage.members.preferences import PEOPLE
from storage.members.vacations import VACATIONS
from storage.ratings.profiles import BETWEEN_PEOPLE
from storage.ratings.ratings import ALL, EVERYWHERE, RATINGS

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

    user_id: OwnerId
    name: str
    guild_id: Snowflake | None
    """Their server, or None if they joined in direct messages."""
    channel_id: Snowflake
    """The channel or thread in which they joined."""
    parent_id: Snowflake | None
    direct_channel_id: DirectId | None
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


POOL_ENTRIES = table_of(
    "pool_entry",
    PoolEntry,
    Index(None, "expires_at"),
    Index(None, "guild_id"),
    key=("user_id",),
    reported_as="pool",
)
_IN_POOL = select(POOL_ENTRIES.c.user_id)


_ROW = POOL_ENTRIES.c


async def get(tx: Transaction, user_id: int) -> PoolEntry | None:
    """Return a person's search, or None."""
    rows = await tx.execute(select(*POOL_ENTRIES.c).where(_ROW.user_id == user_id))
    return next(map(_entry, rows), None)


async def of_users(tx: Transaction, user_ids: Collection[int]) -> dict[int, PoolEntry]:
    """Return the searches of some users, by user."""
    rows = await tx.execute(select(*POOL_ENTRIES.c).where(_ROW.user_id.in_(list(user_ids))))
    return {row.user_id: _entry(row) for row in rows}


async def unexpired(tx: Transaction, now: datetime) -> tuple[PoolEntry, ...]:
    """Return all searches that have not ended."""
    query = select(*POOL_ENTRIES.c).where(_ROW.expires_at > now)
    return tuple(map(_entry, await tx.execute(query)))


async def ending(
    tx: Transaction, before: datetime, limit: int, shards: Shards = EVERYONE
) -> tuple[PoolEntry, ...]:
    """Return searches that end before a moment, without those locked by another process."""
    query = select(*POOL_ENTRIES.c).where(
        _ROW.expires_at <= before, _ROW.is_warned.is_(False), shards.hold(_ROW.guild_id)
    )
    return await _locked(tx, query.order_by(_ROW.expires_at).limit(limit))


async def postpone(tx: Transaction, began: datetime, ended: datetime, shards: Shards) -> None:
    """Postpone the ends of searches that a period of time has shortened."""
    query = select(*POOL_ENTRIES.c).where(
        _ROW.expires_at > began, _ROW.joined_at < ended, shards.hold(_ROW.guild_id)
    )
    rows = await tx.execute(query.order_by(_ROW.user_id).with_for_update())
    for entry in [_entry(row) for row in rows]:
        expires_at = entry.expires_at + (ended - max(began, entry.joined_at))
        await save(tx, replace(entry, expires_at=expires_at, version=entry.version + 1))


async def expired(
    tx: Transaction, now: datetime, limit: int, shards: Shards = EVERYONE
) -> tuple[PoolEntry, ...]:
    """Return searches that have ended, without those locked by another process."""
    query = select(*POOL_ENTRIES.c).where(_ROW.expires_at <= now, shards.hold(_ROW.guild_id))
    return await _locked(tx, query.order_by(_ROW.expires_at).limit(limit))


async def save(tx: Transaction, entry: PoolEntry) -> None:
    """Save a search."""
    values = asdict(entry) | {"games": list(entry.games)}
    added = insert(tx, POOL_ENTRIES).values(values)
    await tx.execute(added.on_conflict_do_update(index_elements=["user_id"], set_=values))


async def note_warned(tx: Transaction, user_ids: Sequence[int]) -> None:
    """Store that some users were notified that their search ends."""
    await tx.execute(update(POOL_ENTRIES).where(_ROW.user_id.in_(user_ids)).values(is_warned=True))


async def claim(tx: Transaction, entry: PoolEntry, now: datetime) -> bool:
    """Mark a search as paired now. Return False if it has changed or ended in the meantime."""
    claimed = await tx.execute(
        update(POOL_ENTRIES)
        .where(_ROW.user_id == entry.user_id, _ROW.version == entry.version)
        .values(version=entry.version + 1, paired_at=now)
    )
    return claimed.rowcount == 1


async def remove(tx: Transaction, user_id: int) -> bool:
    """Delete a person's search, and return whether there was one."""
    return (await tx.execute(delete(POOL_ENTRIES).where(_ROW.user_id == user_id))).rowcount > 0


class PoolSeat(NamedTuple):
    """A seat in a match from the pool."""

    match_id: int
    seat: int
    user_id: int
    created_at: datetime
    ended_at: datetime | None


async def blocks(tx: Transaction) -> frozenset[frozenset[int]]:
    """Return the pairs of people in the pool in which one blocks the other."""
    row = BLOCKS.c
    query = select(row.user_id, row.blocked_id).where(
        row.user_id.in_(_IN_POOL), row.blocked_id.in_(_IN_POOL)
    )
    return frozenset(frozenset(each) for each in await tx.execute(query))


async def absent(tx: Transaction, now: datetime) -> frozenset[int]:
    """Return the people in the pool who are on vacation, or have left their server."""
    away, member, entry = VACATIONS.c, MEMBERS.c, POOL_ENTRIES.c
    on_vacation = select(away.user_id).where(away.user_id.in_(_IN_POOL), away.ends_at > now)
    departed = (
        select(entry.user_id)
        .join(
            MEMBERS,
            and_(member.user_id == entry.user_id, member.guild_id == entry.guild_id),
        )
        .where(member.is_present.is_(False))
    )
    return frozenset((await tx.execute(on_vacation.union(departed))).scalars())


async def hidden(tx: Transaction) -> frozenset[int]:
    """Return the people in the pool who are hidden outside their servers."""
    person = PEOPLE.c
    query = select(person.user_id).where(
        person.user_id.in_(_IN_POOL), person.is_shown_globally.is_(False)
    )
    return frozenset((await tx.execute(query)).scalars())


async def unreachable(tx: Transaction) -> frozenset[int]:
    """Return the people who want matches in direct messages but have refused one."""
    person, entry = PEOPLE.c, POOL_ENTRIES.c
    query = (
        select(entry.user_id)
        .join(PEOPLE, person.user_id == entry.user_id)
        .where(entry.direct_channel_id.is_not(None), person.refused_at.is_not(None))
    )
    return frozenset((await tx.execute(query)).scalars())


async def ratings(tx: Transaction) -> dict[tuple[int, str], float]:
    """Return the ratings over all servers of the people in the pool, by user and game."""
    row = RATINGS.c
    query = select(row.user_id, row.game, row.mu).where(
        row.user_id.in_(_IN_POOL), row.guild_id == EVERYWHERE, row.period == ALL
    )
    return {(each.user_id, each.game): each.mu for each in await tx.execute(query)}


async def running(tx: Transaction) -> Counter[int]:
    """Return the numbers of running matches from the pool, by the people in it who play them."""
    match, seat = MATCHES.c, SEATS.c
    query = (
        select(seat.user_id, func.count())
        .join(MATCHES, match.id == seat.match_id)
        .where(seat.user_id.in_(_IN_POOL), match.from_pool.is_(True), match.state == "running")
        .group_by(seat.user_id)
    )
    rows = await tx.execute(query)
    return Counter({row.user_id: row[1] for row in rows})


async def latest_matches(
    tx: Transaction, user_ids: Collection[int], paces: Collection[str], count: int
) -> tuple[int, ...]:
    """Return the numbers of the latest matches of each of some people, against people.

    :param count: the number of matches of each person.
    """
    match, seat = MATCHES.c, SEATS.c
    order = func.row_number().over(partition_by=seat.user_id, order_by=seat.match_id.desc())
    ranked = (
        select(seat.match_id, order.label("rank"))
        .join(MATCHES, match.id == seat.match_id)
        .where(seat.user_id.in_(list(user_ids)), match.pace.in_(list(paces)), BETWEEN_PEOPLE)
        .subquery()
    )
    query = select(ranked.c.match_id).where(ranked.c.rank <= count).distinct()
    return tuple((await tx.execute(query)).scalars())


async def surpluses(tx: Transaction) -> dict[int, dict[str, int]]:
    """Return how many more times people in the pool moved first than second, in each game.

    All their matches from the pool count, except aborted ones.
    """
    match, seat = MATCHES.c, SEATS.c
    query = (
        select(seat.user_id, match.game, func.sum(case((seat.seat == 1, 1), else_=-1)))
        .join(MATCHES, match.id == seat.match_id)
        .where(seat.user_id.in_(_IN_POOL), match.from_pool.is_(True), match.state != "aborted")
        .group_by(seat.user_id, match.game)
    )
    by_user: dict[int, dict[str, int]] = {}
    for user_id, game, surplus in await tx.execute(query):
        by_user.setdefault(user_id, {})[game] = int(surplus)
    return by_user


async def seats(tx: Transaction, since: datetime) -> tuple[PoolSeat, ...]:
    """Return the seats of running matches from the pool, and of those that began after a moment."""
    match, seat = MATCHES.c, SEATS.c
    is_recent = and_(match.state.in_(("over", "aborted")), match.created_at > since)
    query = (
        select(match.id, seat.seat, seat.user_id, match.created_at, match.ended_at)
        .join(SEATS, seat.match_id == match.id)
        .where(match.from_pool.is_(True), or_(match.state == "running", is_recent))
        .order_by(match.id, seat.seat)
    )
    return tuple(PoolSeat(*row) for row in await tx.execute(query))


async def _locked(tx: Transaction, query: Any) -> tuple[PoolEntry, ...]:
    return tuple(map(_entry, await tx.execute(query.with_for_update(skip_locked=True))))


def _entry(row: Row[*tuple[Any, ...]]) -> PoolEntry:
    entry = PoolEntry(*row)
    return replace(entry, games=tuple(entry.games))
