"""Statistics of a period in a guild: matches, players, and highlights.

They cover all non-aborted matches between people that ended in it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select

from storage.database.transaction import Transaction
from storage.matches.match import MATCHES, SEATS
from storage.ratings.profiles import BETWEEN_PEOPLE
from storage.ratings.ratings import RATING_CHANGES, RATINGS, Standing


@dataclass(frozen=True, slots=True)
class Active:
    """An active player, with the name of their last match."""

    user_id: int
    name: str
    matches: int


@dataclass(frozen=True, slots=True)
class Upset:
    """A win of a lower-rated player, and the difference in points."""

    match_id: int
    winner_id: int
    loser_id: int
    points: float


async def counts(
    tx: Transaction, guild_id: int, since: datetime, until: datetime
) -> dict[str, int]:
    """Return how many matches of each game ended, most played first."""
    match = MATCHES.c
    query = select(match.game, func.count()).where(*ended_between(guild_id, since, until))
    rows = await tx.execute(query.group_by(match.game).order_by(func.count().desc(), match.game))
    return {row[0]: row[1] for row in rows}


async def most_active(
    tx: Transaction, guild_id: int, since: datetime, until: datetime, limit: int
) -> tuple[Active, ...]:
    """Return the players who finished most matches."""
    seat = SEATS.c
    joined = MATCHES.join(SEATS, seat.match_id == MATCHES.c.id)
    later, at = MATCHES.alias(), SEATS.alias()
    last_name = (
        select(at.c.name)
        .select_from(later.join(at, at.c.match_id == later.c.id))
        .where(at.c.user_id == seat.user_id, later.c.guild_id == guild_id)
        .where(later.c.ended_at >= since, later.c.ended_at < until)
        .order_by(later.c.ended_number.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = select(seat.user_id, last_name, func.count()).select_from(joined)
    query = query.where(*ended_between(guild_id, since, until)).group_by(seat.user_id)
    rows = await tx.execute(query.order_by(func.count().desc(), seat.user_id).limit(limit))
    return tuple(Active(*row) for row in rows)


async def climbers(
    tx: Transaction, guild_id: int, period: str, games: Collection[str], limit: int
) -> tuple[Standing, ...]:
    """Return the players whose settled ratings grew most in a period."""
    row = RATINGS.c
    query = select(*RATINGS.c).where(
        row.game.in_(games),
        row.guild_id == guild_id,
        row.period == period,
        row.is_hidden.is_(False),
        row.shown_until.is_not(None),
        row.mu > row.mu_before,
    )
    rows = await tx.execute(query.order_by((row.mu - row.mu_before).desc()).limit(limit))
    return tuple(Standing(*each) for each in rows)


async def longest(
    tx: Transaction, guild_id: int, since: datetime, until: datetime, limit: int
) -> tuple[int, ...]:
    """Return the matches with most moves."""
    match = MATCHES.c
    query = select(match.id).where(*ended_between(guild_id, since, until))
    rows = await tx.execute(query.order_by(match.ply.desc(), match.id).limit(limit))
    return tuple(rows.scalars())


async def upsets(
    tx: Transaction, guild_id: int, since: datetime, until: datetime, limit: int
) -> tuple[Upset, ...]:
    """Return the rated matches with the largest upsets between settled ratings, largest first."""
    match, seat = MATCHES, SEATS
    winner, loser = RATING_CHANGES.alias(), RATING_CHANGES.alias()
    won, lost = seat.alias(), seat.alias()
    points = loser.c.before - winner.c.before
    joined = match
    for change, at in ((winner, won), (loser, lost)):
        joined = joined.join(
            change, (change.c.match_id == match.c.id) & (change.c.guild_id == match.c.guild_id)
        ).join(at, (at.c.match_id == match.c.id) & (at.c.user_id == change.c.user_id))
    query = select(match.c.id, winner.c.user_id, loser.c.user_id, points).select_from(joined)
    query = query.where(
        *ended_between(guild_id, since, until),
        won.c.place == 1,
        lost.c.place > 1,
        winner.c.was_provisional.is_(False),
        loser.c.was_provisional.is_(False),
        points > 0,
    )
    rows = await tx.execute(query.order_by(points.desc(), match.c.id).limit(limit))
    return tuple(Upset(*row) for row in rows)


def ended_between(
    guild_id: int, since: datetime, until: datetime
) -> tuple[ColumnElement[bool], ...]:
    """Return what is true of matches of a guild that count for its statistics of a time."""
    match = MATCHES.c
    return (
        match.guild_id == guild_id,
        match.ended_at >= since,
        match.ended_at < until,
        match.state == "over",
        BETWEEN_PEOPLE,
    )
