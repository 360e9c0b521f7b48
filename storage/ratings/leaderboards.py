"""The live leaderboard message of each guild, and milestones for places in long leaderboards.

The message is `due` when something has happened that it doesn't show. Updating claims it first,
which makes it `showing`. It becomes `shown` only if nothing has happened meanwhile. An abandoned
claim expires at the time of the next update, which also distinguishes claims.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Index, Select, and_, delete, func, or_, select, tuple_, update

from storage.database.shards import ALL, Shards
from storage.database.tables import Snowflake, table_of
from storage.database.transaction import Transaction, insert
from storage.ratings.ratings import (
    ORDERS,
    RATINGS,
    LeaderboardKey,
    Standing,
    next_points,
    on_leaderboard,
)

LiveState = Literal["due", "showing", "shown"]

REFRESHED_AFTER = timedelta(days=1)
"""Even a `shown` one is updated after this time, since people drop out."""


@dataclass(frozen=True, slots=True)
class LiveLeaderboard:
    """A guild's live leaderboard."""

    guild_id: Snowflake
    channel_id: Snowflake
    game: str | None
    """The key of the game, or None for the top players of every game."""
    message_id: Snowflake | None
    """The message, None until it is posted."""
    state: LiveState
    next_at: datetime
    """The earliest time of the next update."""


LIVE_LEADERBOARDS = table_of(
    "live_leaderboard",
    LiveLeaderboard,
    Index(None, "state", "next_at"),
    key=("guild_id",),
)

_ROW = LIVE_LEADERBOARDS.c


async def get(tx: Transaction, guild_id: int) -> LiveLeaderboard | None:
    """Return a guild's live leaderboard, or None."""
    row = (
        await tx.execute(select(*LIVE_LEADERBOARDS.c).where(_ROW.guild_id == guild_id))
    ).one_or_none()
    return None if row is None else LiveLeaderboard(*row)


async def save(tx: Transaction, live: LiveLeaderboard) -> None:
    """Save it, replacing the former one."""
    values = asdict(live)
    del values["guild_id"]
    await tx.execute(
        insert(tx, LIVE_LEADERBOARDS)
        .values(guild_id=live.guild_id, **values)
        .on_conflict_do_update(index_elements=["guild_id"], set_=values)
    )


async def remove(tx: Transaction, guild_id: int) -> None:
    """Delete a guild's live leaderboard."""
    await tx.execute(delete(LIVE_LEADERBOARDS).where(_ROW.guild_id == guild_id))


async def make_due(tx: Transaction, guild_id: int) -> None:
    """Mark the leaderboard of a guild as due, in the transaction of the change."""
    await tx.execute(update(LIVE_LEADERBOARDS).where(_ROW.guild_id == guild_id).values(state="due"))


async def to_show(
    tx: Transaction, now: datetime, limit: int, shards: Shards = ALL
) -> tuple[LiveLeaderboard, ...]:
    """Return those of some shards' guilds that are due."""
    due = select(*LIVE_LEADERBOARDS.c).where(_is_to_be_shown(now), shards.hold(_ROW.guild_id))
    rows = await tx.execute(due.limit(limit))
    return tuple(LiveLeaderboard(*row) for row in rows)


async def claim(tx: Transaction, live: LiveLeaderboard, now: datetime, next_at: datetime) -> bool:
    """Claim one to update it. Return False if it is claimed already or has changed.

    :param next_at: when the claim expires.
    """
    claimed = await tx.execute(
        update(LIVE_LEADERBOARDS)
        .where(_is_still(live), _is_to_be_shown(now))
        .values(state="showing", next_at=next_at)
    )
    return claimed.rowcount == 1


async def mark_shown(
    tx: Transaction, live: LiveLeaderboard, message_id: int, claim: datetime
) -> bool:
    """Store the message that shows it. Return False if it was turned off or replaced.

    :param claim: the `next_at` of the claim.
    """
    of_guild = _ROW.guild_id == live.guild_id
    marked = await tx.execute(
        update(LIVE_LEADERBOARDS).where(_is_still(live)).values(message_id=message_id)
    )
    if marked.rowcount == 1:
        await tx.execute(
            update(LIVE_LEADERBOARDS)
            .where(of_guild, _ROW.state == "showing", _ROW.next_at == claim)
            .values(state="shown")
        )
    return marked.rowcount == 1


async def postpone(
    tx: Transaction, live: LiveLeaderboard, next_at: datetime, claim: datetime
) -> None:
    """Postpone it.

    :param claim: the `next_at` of the claim.
    """
    is_taken = and_(_is_still(live), _ROW.next_at == claim)
    await tx.execute(update(LIVE_LEADERBOARDS).where(is_taken).values(next_at=next_at))


@dataclass(frozen=True, slots=True)
class Milestones:
    """The sort values of every `step`-th row of a leaderboard, best first."""

    leaderboard: LeaderboardKey
    step: int
    rows: tuple[tuple[Any, ...], ...]
    laid_at: datetime


async def compute(
    tx: Transaction, leaderboard: LeaderboardKey, step: int, now: datetime
) -> Milestones:
    """Return the current milestones of a leaderboard, none if it is shorter than two steps."""
    if await _count_up_to(tx, leaderboard, 2 * step, now) < 2 * step:
        return Milestones(leaderboard, step, (), now)
    columns = ORDERS[leaderboard.sort]
    number = func.row_number().over(order_by=[column.desc() for column in columns])
    numbered = _of(leaderboard, now, *columns, number.label("number")).subquery()
    query = (
        select(*(numbered.c[column.name] for column in columns))
        .where(numbered.c.number % step == 0)
        .order_by(numbered.c.number)
    )
    rows = tuple(tuple(row) for row in await tx.execute(query))
    return Milestones(leaderboard, step, rows, now)


async def count(tx: Transaction, milestones: Milestones, now: datetime) -> int:
    """Return the length of the leaderboard."""
    return await _counted(tx, milestones, len(milestones.rows), now)


async def place(tx: Transaction, milestones: Milestones, standing: Standing, now: datetime) -> int:
    """Return the place of a player, from 1.

    Equal values share a place. Ratings are compared in whole points.
    """
    column = ORDERS[milestones.leaderboard.sort][0]
    value = getattr(standing, column.name)
    least = next_points(value) if milestones.leaderboard.sort == "rating" else value + 1
    passed = sum(row[0] >= least for row in milestones.rows)
    return 1 + await _counted(tx, milestones, passed, now, column >= least)


async def before(tx: Transaction, milestones: Milestones, standing: Standing, now: datetime) -> int:
    """Return the number of rows before a player's."""
    columns = ORDERS[milestones.leaderboard.sort]
    own = tuple(getattr(standing, column.name) for column in columns)
    passed = sum(row > own for row in milestones.rows)
    # Comparing whole rows counts a part of the index. An "or" of its columns would read more.
    return await _counted(tx, milestones, passed, now, tuple_(*columns) > tuple_(*own))


def _is_still(live: LiveLeaderboard) -> ColumnElement[bool]:
    """Whether it still has its place and message."""
    return and_(
        _ROW.guild_id == live.guild_id,
        _ROW.channel_id == live.channel_id,
        _ROW.message_id.is_not_distinct_from(live.message_id),
    )


def _is_to_be_shown(now: datetime) -> ColumnElement[bool]:
    return or_(
        and_(_ROW.state.in_(("due", "showing")), _ROW.next_at <= now),
        and_(_ROW.state == "shown", _ROW.next_at <= now - REFRESHED_AFTER),
    )


async def _counted(
    tx: Transaction,
    milestones: Milestones,
    passed: int,
    now: datetime,
    *conditions: ColumnElement[bool],
) -> int:
    """The rows before the passed milestones, and those after them that meet some conditions."""
    query = _of(milestones.leaderboard, now, func.count()).where(*conditions)
    if passed:
        columns = ORDERS[milestones.leaderboard.sort]
        query = query.where(tuple_(*columns) < tuple_(*milestones.rows[passed - 1]))
    return passed * milestones.step + int((await tx.execute(query)).scalar_one())


async def _count_up_to(
    tx: Transaction, leaderboard: LeaderboardKey, most: int, now: datetime
) -> int:
    first = _of(leaderboard, now, RATINGS.c.user_id).limit(most).subquery()
    return int((await tx.execute(select(func.count()).select_from(first))).scalar_one())


def _of(leaderboard: LeaderboardKey, now: datetime, *columns: Any) -> Select[Any]:
    query: Any = select(*columns)
    return on_leaderboard(query, leaderboard.game, leaderboard.guild_id, leaderboard.period, now)
