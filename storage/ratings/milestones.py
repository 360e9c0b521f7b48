"""Places on long leaderboards, without counting everyone above.

Every so many rows of a leaderboard there is a milestone, and a place is counted from the last
milestone before it. Computing them reads the whole index once. With cached milestones, places are
correct except for matches that have ended since.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, tuple_

from storage.database import schema
from storage.database.transaction import Transaction
from storage.ratings.points import next_points
from storage.ratings.ratings import ORDERS, Ladder, Standing, on_leaderboard


@dataclass(frozen=True, slots=True)
class Milestones:
    """The sort values of every `step`-th row of a leaderboard, best first."""

    ladder: Ladder
    step: int
    rows: tuple[tuple[Any, ...], ...]
    laid_at: datetime


async def compute(tx: Transaction, ladder: Ladder, step: int, now: datetime) -> Milestones:
    """Return the current milestones of a leaderboard, none if it is shorter than two steps."""
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
    """Return the length of the leaderboard."""
    return await _counted(tx, milestones, len(milestones.rows), now)


async def place(tx: Transaction, milestones: Milestones, standing: Standing, now: datetime) -> int:
    """Return the place of a player, from 1.

    Equal values share a place. Ratings are compared in whole points.
    """
    column = ORDERS[milestones.ladder.sort][0]
    value = getattr(standing, column.name)
    least = next_points(value) if milestones.ladder.sort == "rating" else value + 1
    passed = sum(row[0] >= least for row in milestones.rows)
    return 1 + await _counted(tx, milestones, passed, now, column >= least)


async def before(tx: Transaction, milestones: Milestones, standing: Standing, now: datetime) -> int:
    """Return the number of rows before a player's."""
    columns = ORDERS[milestones.ladder.sort]
    own = tuple(getattr(standing, column.name) for column in columns)
    passed = sum(row > own for row in milestones.rows)
    # Comparing whole rows counts a part of the index. An "or" of its columns would read more.
    return await _counted(tx, milestones, passed, now, tuple_(*columns) > tuple_(*own))


async def _counted(
    tx: Transaction,
    milestones: Milestones,
    passed: int,
    now: datetime,
    *conditions: ColumnElement[bool],
) -> int:
    """The rows before the passed milestones, and those after them that meet some conditions."""
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
    return on_leaderboard(query, ladder.game, ladder.guild_id, ladder.period, now)
