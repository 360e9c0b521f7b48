"""Ratings as leaderboards need them, and how each match has changed them.

A standing is one player's in one game, one server and one period: `all`, a year (`2026`) or a month
(`2026-11`). The server `EVERYWHERE` stands for all servers together. All of it follows from the
matches, in the order of their `ended_number`, and can be reckoned anew from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import combinations
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, delete, func, select, update

from storage import schema
from storage.schema import columns_of
from storage.transaction import Transaction
from storage.upsert import insert

EVERYWHERE = 0
"""Stands for all servers together."""

ALL = "all"
"""The period from the first match on."""

Sort = Literal["rating", "wins", "matches"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one player stands; `mu` and `sigma` are as after their last match of the period."""

    game: str
    guild_id: int
    period: str
    user_id: int
    name: str
    """What they were called in their last match."""
    mu: float
    sigma: float
    mu_before: float
    """Their rating when the period began, or at their first match."""
    matches: int
    """Rated matches of the period, as are those won, drawn and lost."""
    wins: int
    draws: int
    losses: int
    streak: int
    """Matches won in a row, as a negative number those lost; 0 after a draw."""
    longest_streak: int
    """Of matches won."""
    last_at: datetime
    shown_until: datetime | None
    """Until when leaderboards show them if they don't play; None where they don't."""
    is_hidden: bool
    """Whether leaderboards leave them out for another reason: they left, or wish it."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one match did to one rating."""

    match_id: int
    guild_id: int
    user_id: int
    game: str
    at: datetime
    before: float
    after: float
    sigma: float
    was_provisional: bool
    is_provisional: bool


_STANDING = columns_of(Standing, schema.rating)
_CHANGE = columns_of(Change, schema.rating_change)
_SORTED: dict[Sort, ColumnElement[Any]] = {
    "rating": schema.rating.c.mu,
    "wins": schema.rating.c.wins,
    "matches": schema.rating.c.matches,
}


async def of_players(
    tx: Transaction,
    game: str,
    guild_ids: Collection[int],
    periods: Collection[str],
    user_ids: Collection[int],
) -> dict[tuple[int, str, int], Standing]:
    """The standings that some players have, by server, period and user."""
    row = schema.rating.c
    query = select(*_STANDING).where(
        row.game == game,
        row.guild_id.in_(guild_ids),
        row.period.in_(periods),
        row.user_id.in_(user_ids),
    )
    found = [Standing(*each) for each in await tx.execute(query)]
    return {(each.guild_id, each.period, each.user_id): each for each in found}


async def save(tx: Transaction, standings: Sequence[Standing]) -> None:
    """Keep standings in place of those before."""
    rows = [asdict(each) for each in standings]
    keys = ["game", "guild_id", "period", "user_id"]
    added = insert(tx, schema.rating)
    values = {name: added.excluded[name] for name in rows[0] if name not in keys}
    await tx.execute(added.on_conflict_do_update(index_elements=keys, set_=values), rows)


async def add_changes(tx: Transaction, changes: Sequence[Change]) -> None:
    """Keep what a match has changed."""
    await tx.execute(insert(tx, schema.rating_change), [asdict(each) for each in changes])


async def page(
    tx: Transaction,
    game: str,
    guild_id: int,
    period: str,
    sort: Sort,
    now: datetime,
    limit: int,
    offset: int = 0,
) -> tuple[Standing, ...]:
    """A part of a leaderboard, the best first; of those that are equal, the better rated first."""
    query = _shown(select(*_STANDING), game, guild_id, period, now)
    row = schema.rating.c
    order = [_SORTED[sort].desc(), row.mu.desc(), row.user_id]
    if sort == "rating":
        order = [row.mu.desc(), row.user_id]
    rows = await tx.execute(query.order_by(*order).limit(limit).offset(offset))
    return tuple(Standing(*each) for each in rows)


async def count(tx: Transaction, game: str, guild_id: int, period: str, now: datetime) -> int:
    """How many players a leaderboard shows."""
    query = _shown(select(func.count()), game, guild_id, period, now)
    return int((await tx.execute(query)).scalar_one())


async def place(tx: Transaction, standing: Standing, sort: Sort, now: datetime) -> int:
    """The place of a player on a leaderboard, 1 the best; those that are equal share one."""
    column = _SORTED[sort]
    value = {"rating": standing.mu, "wins": standing.wins, "matches": standing.matches}[sort]
    better = _shown(
        select(func.count()), standing.game, standing.guild_id, standing.period, now
    ).where(column > value)
    return 1 + int((await tx.execute(better)).scalar_one())


async def of_user(
    tx: Transaction, user_id: int, guild_id: int, period: str = ALL
) -> tuple[Standing, ...]:
    """One player's standings in all games of a server, the game played most first."""
    row = schema.rating.c
    query = select(*_STANDING).where(
        row.user_id == user_id, row.guild_id == guild_id, row.period == period
    )
    rows = await tx.execute(query.order_by(row.matches.desc(), row.game))
    return tuple(Standing(*each) for each in rows)


async def changes_of(
    tx: Transaction, user_id: int, guild_id: int, game: str, since: datetime | None = None
) -> tuple[Change, ...]:
    """How one rating came about, the first match first."""
    row = schema.rating_change.c
    query = select(*_CHANGE).where(
        row.user_id == user_id, row.guild_id == guild_id, row.game == game
    )
    if since is not None:
        query = query.where(row.at >= since)
    rows = await tx.execute(query.order_by(row.at, row.match_id))
    return tuple(Change(*each) for each in rows)


async def changes_by(tx: Transaction, match_id: int, guild_id: int) -> tuple[Change, ...]:
    """What one match changed in one server; nothing where it doesn't count."""
    row = schema.rating_change.c
    query = select(*_CHANGE).where(row.match_id == match_id, row.guild_id == guild_id)
    return tuple(Change(*each) for each in await tx.execute(query))


async def meetings(
    tx: Transaction, game: str, user_ids: Collection[int], since: datetime, until: datetime
) -> Counter[tuple[int, int]]:
    """How often each two of some players have met in matches of a game that count and ended in a
    time, the smaller user id first; `until` itself is out."""
    row = schema.rating_change.c
    query = select(row.match_id, row.user_id).where(
        row.user_id.in_(user_ids),
        row.guild_id == EVERYWHERE,
        row.game == game,
        row.at >= since,
        row.at < until,
    )
    players: dict[int, list[int]] = {}
    for match_id, user_id in await tx.execute(query):
        players.setdefault(match_id, []).append(user_id)
    return Counter(pair for each in players.values() for pair in combinations(sorted(each), 2))


async def hide(tx: Transaction, user_id: int, guild_id: int, is_hidden: bool) -> None:
    """Leave a player out of the leaderboards of one server, or show them again."""
    row = schema.rating.c
    of_player = and_(row.user_id == user_id, row.guild_id == guild_id)
    await tx.execute(update(schema.rating).where(of_player).values(is_hidden=is_hidden))


async def forget(tx: Transaction, user_id: int) -> None:
    """Remove all ratings of a player, and how they came about."""
    await tx.execute(delete(schema.rating).where(schema.rating.c.user_id == user_id))
    await tx.execute(delete(schema.rating_change).where(schema.rating_change.c.user_id == user_id))


async def clear(tx: Transaction) -> None:
    """Remove everybody's ratings, to reckon them anew."""
    await tx.execute(delete(schema.rating))
    await tx.execute(delete(schema.rating_change))


def _shown(query: Select[Any], game: str, guild_id: int, period: str, now: datetime) -> Select[Any]:
    row = schema.rating.c
    return query.select_from(schema.rating).where(
        row.game == game,
        row.guild_id == guild_id,
        row.period == period,
        row.is_hidden.is_(False),
        row.shown_until > now,
    )
