"""Facts about the people in the pool that pairing needs besides their searches."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, case, func, or_, select

from storage.database import schema
from storage.database.transaction import Transaction
from storage.ratings.ratings import ALL, EVERYWHERE

_IN_POOL = select(schema.pool_entry.c.user_id)


class PoolSeat(NamedTuple):
    """A seat in a match from the pool."""

    match_id: int
    seat: int
    user_id: int
    created_at: datetime
    ended_at: datetime | None


async def blocks(tx: Transaction) -> frozenset[frozenset[int]]:
    """Return the pairs of people in the pool in which one blocks the other."""
    row = schema.block.c
    query = select(row.user_id, row.blocked_id).where(
        row.user_id.in_(_IN_POOL), row.blocked_id.in_(_IN_POOL)
    )
    return frozenset(frozenset(each) for each in await tx.execute(query))


async def absent(tx: Transaction, now: datetime) -> frozenset[int]:
    """Return the people in the pool who are on vacation, or have left their server."""
    away, member, entry = schema.vacation.c, schema.member.c, schema.pool_entry.c
    on_vacation = select(away.user_id).where(away.user_id.in_(_IN_POOL), away.ends_at > now)
    departed = (
        select(entry.user_id)
        .join(
            schema.member,
            and_(member.user_id == entry.user_id, member.guild_id == entry.guild_id),
        )
        .where(member.is_present.is_(False))
    )
    return frozenset((await tx.execute(on_vacation.union(departed))).scalars())


async def hidden(tx: Transaction) -> frozenset[int]:
    """Return the people in the pool who are hidden outside their servers."""
    person = schema.person.c
    query = select(person.user_id).where(
        person.user_id.in_(_IN_POOL), person.is_everywhere.is_(False)
    )
    return frozenset((await tx.execute(query)).scalars())


async def unreachable(tx: Transaction) -> frozenset[int]:
    """Return the people who want matches in direct messages but have refused one."""
    person, entry = schema.person.c, schema.pool_entry.c
    query = (
        select(entry.user_id)
        .join(schema.person, person.user_id == entry.user_id)
        .where(entry.direct_channel_id.is_not(None), person.refused_at.is_not(None))
    )
    return frozenset((await tx.execute(query)).scalars())


async def ratings(tx: Transaction) -> dict[tuple[int, str], float]:
    """Return the ratings over all servers of the people in the pool, by user and game."""
    row = schema.rating.c
    query = select(row.user_id, row.game, row.mu).where(
        row.user_id.in_(_IN_POOL), row.guild_id == EVERYWHERE, row.period == ALL
    )
    return {(each.user_id, each.game): each.mu for each in await tx.execute(query)}


async def running(tx: Transaction) -> Counter[int]:
    """Return the numbers of running matches from the pool, by the people in it who play them."""
    match, seat = schema.match.c, schema.seat.c
    query = (
        select(seat.user_id, func.count())
        .join(schema.match, match.id == seat.match_id)
        .where(seat.user_id.in_(_IN_POOL), match.from_pool.is_(True), match.state == "running")
        .group_by(seat.user_id)
    )
    rows = await tx.execute(query)
    return Counter({row.user_id: row[1] for row in rows})


async def surpluses(tx: Transaction) -> dict[int, dict[str, int]]:
    """Return how many more times people in the pool moved first than second, in each game.

    All their matches from the pool count, except aborted ones.
    """
    match, seat = schema.match.c, schema.seat.c
    query = (
        select(seat.user_id, match.game, func.sum(case((seat.seat == 1, 1), else_=-1)))
        .join(schema.match, match.id == seat.match_id)
        .where(seat.user_id.in_(_IN_POOL), match.from_pool.is_(True), match.state != "aborted")
        .group_by(seat.user_id, match.game)
    )
    by_user: dict[int, dict[str, int]] = {}
    for user_id, game, surplus in await tx.execute(query):
        by_user.setdefault(user_id, {})[game] = int(surplus)
    return by_user


async def seats(tx: Transaction, since: datetime) -> tuple[PoolSeat, ...]:
    """Return the seats of running matches from the pool, and of those that began after a moment."""
    match, seat = schema.match.c, schema.seat.c
    is_recent = and_(match.state.in_(("over", "aborted")), match.created_at > since)
    query = (
        select(match.id, seat.seat, seat.user_id, match.created_at, match.ended_at)
        .join(schema.seat, seat.match_id == match.id)
        .where(match.from_pool.is_(True), or_(match.state == "running", is_recent))
        .order_by(match.id, seat.seat)
    )
    return tuple(PoolSeat(*row) for row in await tx.execute(query))
