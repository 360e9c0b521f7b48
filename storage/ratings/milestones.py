"""Where somebody is on a long leaderboard, without counting all who are before them.

Every so many rows of a leaderboard there is a milestone. A place is counted from the last milestone
before it, so that it takes as many rows on a long leaderboard as on a short one. To lay them reads
the whole index once; whoever keeps them for a while gives places that are right but for the matches
that ended since.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, tuple_

from storage.database import schema
from storage.database.transaction import Transaction
from storage.ratings.points import next_points
from storage.ratings.ratings import ORDERS, Ladder, Standing, shown


@dataclass(frozen=True, slots=True)
class Milestones:
    """What some rows of a leaderboard are sorted by, the best first: each `step`-th of them."""

    ladder: Ladder
    step: int
    rows: tuple[tuple[Any, ...], ...]
    laid_at: datetime


async def lay(tx: Transaction, ladder: Ladder, step: int, now: datetime) -> Milestones:
    """The milestones as the leaderboard is now; none where it is shorter than two steps."""
    if await _count_up_to(tx, ladder, 2 * step, now) < 2 * step:
        return Milestones(ladder, step, (), now)
    columns = ORDERS[ladder.sort]
    number = func.row_number().over(order_by=[column.desc() for column in columns])
    numbered = _of(ladder, now, *columns, number.label("number")).subquery()
    query = (
        select(*(numbered.c[column.name] for column in columns))
        .where(numbered.c.number % step == 0)
        .order_by(numbered.c.number)
    )
    rows = tuple(tuple(row) for row in await tx.execute(query))
    return Milestones(ladder, step, rows, now)


async def count(tx: Transaction, milestones: Milestones, now: datetime) -> int:
    """How many the leaderboard shows."""
    return await _counted(tx, milestones, len(milestones.rows), now)


async def place(tx: Transaction, milestones: Milestones, standing: Standing, now: datetime) -> int:
    """The place of a player, 1 the best; those that are equal share one, and of ratings people see
    whole points only."""
    column = ORDERS[milestones.ladder.sort][0]
    value = getattr(standing, column.name)
    least = next_points(value) if milestones.ladder.sort == "rating" else value + 1
    passed = sum(row[0] >= least for row in milestones.rows)
    return 1 + await _counted(tx, milestones, passed, now, column >= least)


async def before(tx: Transaction, milestones: Milestones, standing: Standing, now: datetime) -> int:
    """How many stand before a player in the order of the leaderboard."""
    columns = ORDERS[milestones.ladder.sort]
    own = tuple(getattr(standing, column.name) for column in columns)
    passed = sum(row > own for row in milestones.rows)
    # Compared as a whole, a part of the index is counted; an "or" of its columns would take more.
    return await _counted(tx, milestones, passed, now, tuple_(*columns) > tuple_(*own))


async def _counted(
    tx: Transaction,
    milestones: Milestones,
    passed: int,
    now: datetime,
    *conditions: ColumnElement[bool],
) -> int:
    """How many are before the milestones that are passed, and behind them meet some conditions."""
    query = _of(milestones.ladder, now, func.count()).where(*conditions)
    if passed:
        columns = ORDERS[milestones.ladder.sort]
        query = query.where(tuple_(*columns) < tuple_(*milestones.rows[passed - 1]))
    return passed * milestones.step + int((await tx.execute(query)).scalar_one())


async def _count_up_to(tx: Transaction, ladder: Ladder, most: int, now: datetime) -> int:
    first = _of(ladder, now, schema.rating.c.user_id).limit(most).subquery()
    return int((await tx.execute(select(func.count()).select_from(first))).scalar_one())


def _of(ladder: Ladder, now: datetime, *columns: Any) -> Select[Any]:
    query: Any = select(*columns)
    return shown(query, ladder.game, ladder.guild_id, ladder.period, now)
