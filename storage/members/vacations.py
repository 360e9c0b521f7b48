"""Vacations, during which a person's clocks stop in slow matches."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Index, bindparam, delete, func, insert, select, update

from storage.database.tables import OwnerId, table_of
from storage.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Vacation:
    """Consecutive whole days off, in all matches of a person."""

    id: int
    user_id: OwnerId
    begins_at: datetime
    ends_at: datetime
    days: int
    automatic: bool
    """Whether it was taken automatically, because a clock would have run out."""
    is_shown: bool = True
    """Whether cards say that the person is away: until it ends, or until they're back."""


VACATIONS = table_of(
    "vacation",
    Vacation,
    Index(None, "user_id", "ends_at"),
    Index(None, "is_shown", "ends_at"),
    reported_as="vacations",
)

_UNFINISHED = (
    select(*VACATIONS.c)
    .where(
        VACATIONS.c.user_id == bindparam("of_user"),
        VACATIONS.c.ends_at > bindparam("now"),
    )
    .order_by(VACATIONS.c.ends_at)
)
_AWAY = (
    select(VACATIONS.c.user_id, func.max(VACATIONS.c.ends_at))
    .where(
        VACATIONS.c.user_id.in_(bindparam("of_users", expanding=True)),
        VACATIONS.c.ends_at > bindparam("now"),
    )
    .group_by(VACATIONS.c.user_id)
)
_SHOWN = _AWAY.where(VACATIONS.c.is_shown.is_(True))


async def add(
    tx: Transaction,
    *,
    user_id: int,
    begins_at: datetime,
    ends_at: datetime,
    days: int,
    automatic: bool,
) -> Vacation:
    """Add a vacation."""
    added = await tx.execute(
        insert(VACATIONS)
        .values(
            user_id=user_id,
            begins_at=begins_at,
            ends_at=ends_at,
            days=days,
            automatic=automatic,
            is_shown=True,
        )
        .returning(*VACATIONS.c)
    )
    return Vacation(*added.one())


async def days_between(tx: Transaction, user_id: int, begin: datetime, end: datetime) -> int:
    """Return the number of a user's vacation days that start within a time span."""
    row = VACATIONS.c
    query = select(func.coalesce(func.sum(row.days), 0)).where(
        row.user_id == user_id, row.begins_at >= begin, row.begins_at < end
    )
    return int((await tx.execute(query)).scalar_one())


async def unfinished(tx: Transaction, user_id: int, now: datetime) -> tuple[Vacation, ...]:
    """Return a user's vacations that have not ended, by end."""
    rows = await tx.execute(_UNFINISHED, {"of_user": user_id, "now": now})
    return tuple(Vacation(*row) for row in rows)


async def since(tx: Transaction, user_id: int, begin: datetime) -> tuple[Vacation, ...]:
    """Return a user's vacations that end after a moment, in order."""
    row = VACATIONS.c
    query = select(*VACATIONS.c).where(row.user_id == user_id, row.ends_at > begin)
    rows = await tx.execute(query.order_by(row.begins_at, row.id))
    return tuple(Vacation(*each) for each in rows)


async def all_since(
    tx: Transaction, user_ids: Collection[int], begin: datetime
) -> tuple[Vacation, ...]:
    """Return the vacations of some users that end after a moment."""
    row = VACATIONS.c
    query = select(*VACATIONS.c).where(row.user_id.in_(user_ids), row.ends_at > begin)
    return tuple(Vacation(*each) for each in await tx.execute(query))


async def away_until(
    tx: Transaction, user_ids: Collection[int], now: datetime
) -> dict[int, datetime]:
    """Return the end of the vacation of each of some users who are on vacation."""
    rows = await tx.execute(_AWAY, {"of_users": list(user_ids), "now": now})
    return {row[0]: row[1] for row in rows}


async def shown_until(
    tx: Transaction, user_ids: Collection[int], now: datetime
) -> dict[int, datetime]:
    """Like `away_until`, without those who are back although their last day hasn't ended."""
    rows = await tx.execute(_SHOWN, {"of_users": list(user_ids), "now": now})
    return {row[0]: row[1] for row in rows}


async def shown_to_end(tx: Transaction, now: datetime, limit: int) -> tuple[Vacation, ...]:
    """Return vacations that have ended, but are still shown, longest ended first.

    Those locked by another process are left out.
    """
    row = VACATIONS.c
    query = select(*row).where(row.is_shown.is_(True), row.ends_at <= now)
    query = query.order_by(row.ends_at).limit(limit)
    rows = await tx.execute(query.with_for_update(skip_locked=True))
    return tuple(Vacation(*each) for each in rows)


async def hide(tx: Transaction, vacation_ids: Collection[int]) -> None:
    """Show some vacations no longer."""
    row = VACATIONS.c
    await tx.execute(update(VACATIONS).where(row.id.in_(vacation_ids)).values(is_shown=False))


async def shorten(tx: Transaction, vacation_id: int, ends_at: datetime, days: int) -> None:
    """Shorten a vacation, or delete it if no days are left."""
    of_vacation = VACATIONS.c.id == vacation_id
    if days == 0:
        await tx.execute(delete(VACATIONS).where(of_vacation))
        return
    await tx.execute(update(VACATIONS).where(of_vacation).values(ends_at=ends_at, days=days))
