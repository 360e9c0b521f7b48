"""Ratings for leaderboards, and how each match changed them.

A standing is one player's in one game, one server and one period: `all`, a year (`2026`) or a month
(`2026-11`). The server `EVERYWHERE` stands for all servers. Everything follows from the matches in
the order of their `ended_number`, and can be recomputed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from math import floor
from typing import Any, Literal

from sqlalchemy import (
    Column,
    ColumnElement,
    Exists,
    Index,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    update,
)

from storage.database.tables import MatchId, PersonId, Snowflake, table_of, values_of
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCH_PLACES, MATCHES, SEATS
from storage.matches.vacancies import VACANCIES
from storage.members.membership import MEMBERS
from storage.members.preferences import PEOPLE

EVERYWHERE = 0
"""The id that stands for all servers together."""

ALL = "all"
"""The period that covers all time."""

Sort = Literal["rating", "wins", "matches"]


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's standing. `mu` and `sigma` are as of their last match of the period.

    It follows from the matches, and is stored because a leaderboard of a hundred thousand players
    must open at once.
    """

    game: str
    guild_id: Snowflake
    """The server, or 0 for all servers."""
    period: str
    """The period, such as "all", "2026", "2026-11"."""
    user_id: PersonId
    name: str
    """Their name in their last match."""
    mu: float
    sigma: float
    mu_before: float
    """Their rating when the period began, or at their first match."""
    matches: int
    """The number of rated matches of the period, like those won, drawn and lost."""
    wins: int
    draws: int
    losses: int
    streak: int
    """Consecutive wins, or consecutive losses as a negative number. 0 after a draw."""
    longest_streak: int
    """The longest streak of wins."""
    last_at: datetime
    shown_until: datetime | None
    """Until when leaderboards show them without another match, or None if they don't."""
    is_hidden: bool
    """Whether leaderboards hide them for another reason, because they left or opted out."""

    def is_shown(self, now: datetime) -> bool:
        """Whether leaderboards show this player, by the same condition as their queries."""
        return self.shown_until is not None and self.shown_until > now and not self.is_hidden


RATINGS = table_of(
    "rating",
    Standing,
    Index(None, "user_id"),
    *(
        Index(
            f"ix_rating_by_{sorted_by[0]}",
            *("game", "guild_id", "period", *sorted_by, "user_id", "is_hidden", "shown_until"),
        )
        for sorted_by in (("mu",), ("wins", "mu"), ("matches", "mu"))
    ),
    key=("game", "guild_id", "period", "user_id"),
    reported_as="ratings",
)


@dataclass(frozen=True, slots=True)
class LeaderboardKey:
    """The sort order of a leaderboard."""

    game: str
    guild_id: int
    period: str
    sort: Sort


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating before and after one match."""

    match_id: MatchId
    guild_id: Snowflake
    user_id: PersonId
    """The player, or a server that plays as a team, as on its seat."""
    game: str
    at: datetime
    before: float
    after: float
    sigma: float
    was_provisional: bool
    is_provisional: bool


RATING_CHANGES = table_of(
    "rating_change",
    RatingChange,
    Index(None, "user_id", "guild_id", "game", "at"),
    key=("match_id", "guild_id", "user_id"),
    reported_as="rating_changes",
)

_KEYS = ("game", "guild_id", "period", "user_id")
ORDERS: dict[Sort, tuple[Column[Any], ...]] = {
    "rating": (RATINGS.c.mu, RATINGS.c.user_id),
    "wins": (RATINGS.c.wins, RATINGS.c.mu, RATINGS.c.user_id),
    "matches": (RATINGS.c.matches, RATINGS.c.mu, RATINGS.c.user_id),
}
"""The columns of a leaderboard's order, descending. An index covers all of them."""


_OF_PLAYERS = select(*RATINGS.c).where(
    RATINGS.c.game == bindparam("of_game"),
    RATINGS.c.guild_id.in_(bindparam("guild_ids", expanding=True)),
    RATINGS.c.period.in_(bindparam("periods", expanding=True)),
    RATINGS.c.user_id.in_(bindparam("user_ids", expanding=True)),
)
_BY_MATCH = select(*RATING_CHANGES.c).where(
    RATING_CHANGES.c.match_id == bindparam("of_match"),
    RATING_CHANGES.c.guild_id == bindparam("of_guild"),
)


async def of_players(
    tx: Transaction,
    game: str,
    guild_ids: Collection[int],
    periods: Collection[str],
    user_ids: Collection[int],
) -> dict[tuple[int, str, int], Standing]:
    """Return the standings of some players, by server, period and user."""
    values = {
        "of_game": game,
        "guild_ids": [*guild_ids],
        "periods": [*periods],
        "user_ids": [*user_ids],
    }
    standings = [Standing(*row) for row in await tx.execute(_OF_PLAYERS, values)]
    return {
        (standing.guild_id, standing.period, standing.user_id): standing for standing in standings
    }


async def save(tx: Transaction, standings: Sequence[Standing]) -> None:
    """Save standings. Hidden ones stay hidden (see `hide`)."""
    rows = [values_of(standing) for standing in standings]
    # In the order of all transactions that change several rows, to prevent deadlocks.
    rows.sort(key=lambda row: [row[key] for key in _KEYS])
    added = insert(tx, RATINGS)
    unchanged = {*_KEYS, "is_hidden"}
    values = {name: added.excluded[name] for name in rows[0] if name not in unchanged}
    await tx.execute(added.on_conflict_do_update(index_elements=_KEYS, set_=values), rows)


async def add_changes(tx: Transaction, changes: Sequence[RatingChange]) -> None:
    """Store the changes of a match."""
    await tx.execute(insert(tx, RATING_CHANGES), [values_of(change) for change in changes])


async def page(
    tx: Transaction, leaderboard: LeaderboardKey, now: datetime, limit: int, offset: int = 0
) -> tuple[Standing, ...]:
    """Return a part of a leaderboard, best first, and better rated first among equals.

    The order is that of an index, because far pages would otherwise sort whole leaderboards.
    """
    query = on_leaderboard(
        select(*RATINGS.c), leaderboard.game, leaderboard.guild_id, leaderboard.period, now
    )
    order = [column.desc() for column in ORDERS[leaderboard.sort]]
    rows = await tx.execute(query.order_by(*order).limit(limit).offset(offset))
    return tuple(Standing(*row) for row in rows)


async def count(tx: Transaction, leaderboard: LeaderboardKey, now: datetime) -> int:
    """Return the length of a leaderboard."""
    place = leaderboard.game, leaderboard.guild_id, leaderboard.period
    counted = await tx.execute(on_leaderboard(select(func.count()), *place, now))
    return int(counted.scalar_one())


async def place(tx: Transaction, standing: Standing, now: datetime, sort: Sort = "rating") -> int:
    """Return the place of a player, from 1.

    Equal values share a place. Ratings are compared in whole points.
    """
    column = ORDERS[sort][0]
    value = getattr(standing, column.name)
    least = next_points(value) if sort == "rating" else value + 1
    return 1 + await _count_ahead(tx, standing, now, column >= least)


async def before(tx: Transaction, standing: Standing, now: datetime, sort: Sort) -> int:
    """Return the number of rows before a player's."""
    columns = ORDERS[sort]
    own = (getattr(standing, column.name) for column in columns)
    # Comparing whole rows counts a part of the index. An "or" of its columns would read more.
    return await _count_ahead(tx, standing, now, tuple_(*columns) > tuple_(*own))


async def _count_ahead(
    tx: Transaction, standing: Standing, now: datetime, is_ahead: ColumnElement[bool]
) -> int:
    """Return the number of rows on a player's leaderboard that meet a condition."""
    leaderboard = standing.game, standing.guild_id, standing.period
    query = on_leaderboard(select(func.count()), *leaderboard, now)
    return int((await tx.execute(query.where(is_ahead))).scalar_one())


async def of_user(
    tx: Transaction, user_id: int, guild_id: int, period: str = ALL
) -> tuple[Standing, ...]:
    """Return one player's standings in all games of a server, most played first."""
    row = RATINGS.c
    query = select(*RATINGS.c).where(
        row.user_id == user_id, row.guild_id == guild_id, row.period == period
    )
    rows = await tx.execute(query.order_by(row.matches.desc(), row.game))
    return tuple(Standing(*each) for each in rows)


async def changes_of(
    tx: Transaction, user_id: int, guild_id: int, game: str, since: datetime | None = None
) -> tuple[RatingChange, ...]:
    """Return the history of one rating, in order."""
    row = RATING_CHANGES.c
    query = select(*RATING_CHANGES.c).where(
        row.user_id == user_id, row.guild_id == guild_id, row.game == game
    )
    if since is not None:
        query = query.where(row.at >= since)
    rows = await tx.execute(query.order_by(row.at, row.match_id))
    return tuple(RatingChange(*each) for each in rows)


async def changes_in(
    tx: Transaction, user_id: int, guild_id: int, match_ids: Collection[int]
) -> dict[int, RatingChange]:
    """Return the changes of some matches for one player in one server, by match."""
    row = RATING_CHANGES.c
    query = select(*RATING_CHANGES.c).where(
        row.match_id.in_(match_ids), row.guild_id == guild_id, row.user_id == user_id
    )
    return {row.match_id: RatingChange(*row) for row in await tx.execute(query)}


async def changes_by(tx: Transaction, match_id: int, guild_id: int) -> tuple[RatingChange, ...]:
    """Return the changes of one match in one server, none if it doesn't count."""
    rows = await tx.execute(_BY_MATCH, {"of_match": match_id, "of_guild": guild_id})
    return tuple(RatingChange(*row) for row in rows)


async def meetings(
    tx: Transaction, game: str, user_ids: Collection[int], since: datetime, until: datetime
) -> Counter[tuple[int, int]]:
    """Return how often each two of some players, smaller user id first, have met in a game.

    Only matches count that were rated and ended in a time span, excluding `until`.
    """
    row = RATING_CHANGES.c
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
    """Hide a player from the leaderboards of one server, or show them again."""
    row = RATINGS.c
    of_player = and_(row.user_id == user_id, row.guild_id == guild_id)
    await _lock(tx, of_player)
    await tx.execute(update(RATINGS).where(of_player).values(is_hidden=is_hidden))


async def left_out(
    tx: Transaction, guild_ids: Collection[int], user_ids: Collection[int]
) -> set[tuple[int, int]]:
    """Return the hidden players of some servers, as pairs of server and user.

    They have left the server, or opted out everywhere.
    """
    member, person = MEMBERS.c, PEOPLE.c
    here = select(member.guild_id, member.user_id).where(
        member.guild_id.in_(guild_ids), member.user_id.in_(user_ids), member.is_present.is_(False)
    )
    everywhere = select(literal(EVERYWHERE), person.user_id).where(
        person.user_id.in_(user_ids), person.is_shown_globally.is_(False)
    )
    rows = await tx.execute(here.union_all(everywhere))
    return {(place, user_id) for place, user_id in rows}


async def rename(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    """Give a player's ratings and their history to a stand-in."""
    rows, changes = RATINGS, RATING_CHANGES
    await _lock(tx, rows.c.user_id == user_id)
    await tx.execute(
        update(rows).where(rows.c.user_id == user_id).values(user_id=stand_in, name=name)
    )
    await tx.execute(update(changes).where(changes.c.user_id == user_id).values(user_id=stand_in))


async def forget_stand_ins(tx: Transaction) -> None:
    """Delete the ratings of all stand-ins, except those that a running match of theirs needs.

    Its effects follow from their all-time ratings in its game, in the server they played from and
    globally, and it only counts if they haven't met the others too often. Leaderboards hide what
    is left.
    """
    home, rating, change = MATCH_PLACES.c, RATINGS.c, RATING_CHANGES.c

    def plays(seat: Table, user_id: Column[int], game: Column[str]) -> Exists:
        match = MATCHES.c
        return exists().where(
            seat.c.user_id == user_id,
            match.id == seat.c.match_id,
            match.state == "running",
            match.rated.is_(True),
            match.game == game,
        )

    # A seat that a substitute plays still counts for the one who left it.
    seats = SEATS, VACANCIES
    starts_from = (
        plays(seat, rating.user_id, rating.game).where(
            home.match_id == seat.c.match_id,
            home.number == seat.c.home,
            or_(rating.guild_id == EVERYWHERE, rating.guild_id == home.guild_id),
        )
        for seat in seats
    )
    is_needed = and_(rating.period == ALL, or_(*starts_from))
    await _lock(tx, rating.user_id < 0)
    await tx.execute(delete(RATINGS).where(rating.user_id < 0, ~is_needed))
    await tx.execute(update(RATINGS).where(rating.user_id < 0).values(is_hidden=True))
    has_met = or_(*(plays(seat, change.user_id, change.game) for seat in seats))
    is_counted = and_(change.guild_id == EVERYWHERE, has_met)
    await tx.execute(delete(RATING_CHANGES).where(change.user_id < 0, ~is_counted))


async def clear(tx: Transaction) -> None:
    """Delete all ratings, to recompute them."""
    await tx.execute(delete(RATINGS))
    await tx.execute(delete(RATING_CHANGES))


def on_leaderboard(
    query: Select[Any], game: str, guild_id: int, period: str, now: datetime
) -> Select[Any]:
    """Restrict a query of ratings to those that a leaderboard shows."""
    row = RATINGS.c
    return query.select_from(RATINGS).where(
        row.game == game,
        row.guild_id == guild_id,
        row.period == period,
        row.is_hidden.is_(False),
        row.shown_until > now,
    )


def whole_points(rating: float) -> int:
    """Round a rating to whole points, halves up.

    `round` takes halves to the even neighbour, so no threshold would separate two ratings that are
    shown differently.
    """
    return floor(rating + 0.5)


def next_points(rating: float) -> float:
    """Return the lowest rating that is shown as more points than this one."""
    return whole_points(rating) + 0.5


async def _lock(tx: Transaction, condition: ColumnElement[bool]) -> None:
    """Lock some ratings in the order of their keys, until this transaction ends.

    SQLite has a single writer anyway.
    """
    if tx.database == "sqlite":
        return
    order = [RATINGS.c[key] for key in _KEYS]
    query = select(RATINGS.c.user_id).where(condition).order_by(*order)
    await tx.execute(query.with_for_update())
