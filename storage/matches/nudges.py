"""Nudges: players who asked the one to move not to forget their turn, once a turn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Index, and_, bindparam, exists, insert, or_, select

from storage.database.tables import MatchId, NotedId, OwnerId, table_of, values_of
from storage.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Nudge:
    """A nudge of the player to move."""

    match_id: MatchId
    turn_started_at: datetime
    """When the turn began, which identifies it."""
    user_id: OwnerId
    """The user who nudged."""
    nudged_id: NotedId
    at: datetime


NUDGES = table_of(
    "nudge",
    Nudge,
    Index(None, "user_id", "nudged_id"),
    Index(None, "nudged_id"),
    key=("match_id", "turn_started_at"),
    reported_as="nudges",
)

_OF_TURN = select(*NUDGES.c).where(
    NUDGES.c.match_id == bindparam("of_match"), NUDGES.c.turn_started_at == bindparam("turn")
)


async def of_turn(tx: Transaction, match_id: int, turn_started_at: datetime) -> Nudge | None:
    """Return the nudge of a turn, or None if there was none."""
    rows = await tx.execute(_OF_TURN, {"of_match": match_id, "turn": turn_started_at})
    row = rows.one_or_none()
    return None if row is None else Nudge(*row)


async def are_between(tx: Transaction, one_id: int, other_id: int, since: datetime) -> bool:
    """Whether one of two users has nudged the other since a moment."""
    row = NUDGES.c
    there = and_(row.user_id == one_id, row.nudged_id == other_id)
    back = and_(row.user_id == other_id, row.nudged_id == one_id)
    query = select(exists().where(or_(there, back), row.at > since))
    return bool((await tx.execute(query)).scalar_one())


async def add(tx: Transaction, nudge: Nudge) -> None:
    """Store a nudge, in the transaction that has locked the match and found none of the turn."""
    await tx.execute(insert(NUDGES).values(values_of(nudge)))
