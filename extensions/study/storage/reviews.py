"""Stored reviews, and the rated matches that are worth one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, ForeignKey, Integer, Table, case, func, select

from storage.database.tables import Moment, metadata
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCHES, SEATS
from storage.ratings.ratings import RATING_CHANGES
from storage.ratings.summaries import ended_between

# The analysis of a finished match, computed only once.
REVIEWS = Table(
    "review",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("made_at", Moment, nullable=False),
    Column("data", JSON, nullable=False),
)


async def get(tx: Transaction, match_id: int) -> dict[str, Any] | None:
    """Return the review of a match as JSON values, or None."""
    query = select(REVIEWS.c.data).where(REVIEWS.c.match_id == match_id)
    return (await tx.execute(query)).scalar_one_or_none()


async def keep(tx: Transaction, match_id: int, data: Mapping[str, Any], now: datetime) -> None:
    """Store the review of a match, replacing any other."""
    added = insert(tx, REVIEWS).values(match_id=match_id, made_at=now, data=dict(data))
    values = {name: added.excluded[name] for name in ("made_at", "data")}
    await tx.execute(added.on_conflict_do_update(index_elements=["match_id"], set_=values))


@dataclass(frozen=True, slots=True)
class Pairing:
    """A rated match by the ratings of its players before it."""

    match_id: int
    is_provisional: bool
    """Whether a rating wasn't settled."""
    points: float
    """The difference of the ratings."""


async def rated(
    tx: Transaction, guild_id: int, since: datetime, until: datetime, turns: int, limit: int
) -> tuple[Pairing, ...]:
    """Return rated matches with a minimum number of turns, closest ratings first.

    Reviewed ones come before all others, those with provisional ratings after them.
    """
    match, change, seat = MATCHES.c, RATING_CHANGES.c, SEATS.alias()
    played = select(func.sum(seat.c.turns)).where(seat.c.match_id == match.id).scalar_subquery()
    points = func.max(change.before) - func.min(change.before)
    joined = MATCHES.join(
        RATING_CHANGES, (change.match_id == match.id) & (change.guild_id == match.guild_id)
    ).outerjoin(REVIEWS, REVIEWS.c.match_id == match.id)
    provisional = func.max(case((change.was_provisional, 1), else_=0))
    query = (
        select(match.id, provisional, points)
        .select_from(joined)
        .where(*ended_between(guild_id, since, until), played >= turns)
        .group_by(match.id)
        .order_by(
            func.max(case((REVIEWS.c.match_id.is_not(None), 1), else_=0)).desc(),
            provisional,
            points,
            match.id,
        )
    )
    rows = await tx.execute(query.limit(limit))
    return tuple(
        Pairing(match_id, bool(is_provisional), points) for match_id, is_provisional, points in rows
    )
