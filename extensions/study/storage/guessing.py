"""Points of members for guessing the moves of finished matches."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Index, func, select, update

from storage.database.tables import MatchId, OwnerId, Snowflake, table_of
from storage.database.transaction import Transaction, insert
from storage.matches.match import MATCHES


@dataclass(frozen=True, slots=True)
class GuessScore:
    """A member's first guesses of the moves of a seat, with the name at the time."""

    user_id: OwnerId
    match_id: MatchId
    seat: int
    guild_id: Snowflake
    """The server of the match."""
    name: str
    guesses: int
    """The number of moves guessed so far."""
    points: int
    month: str | None
    """The month in which they were finished, like `2026-10`, None until then."""
    at: datetime
    """When the last one was made."""


GUESS_SCORES = table_of(
    "guess_score",
    GuessScore,
    Index(None, "guild_id", "month"),
    Index(None, "match_id"),
    key=("user_id", "match_id", "seat"),
    reported_as="guesses",
)


@dataclass(frozen=True, slots=True)
class GuesserTotal:
    """A member's points of a month, with the last name."""

    user_id: int
    name: str
    points: int
    matches: int
    """The number of seats whose moves they have guessed."""


async def add(tx: Transaction, score: GuessScore) -> None:
    """Store a member's next guess, unless they have guessed this move before.

    :param score: the state after it, with the points of this guess alone.
    """
    row = GUESS_SCORES.c
    if score.guesses == 1:
        added = insert(tx, GUESS_SCORES).values(asdict(score))
        await tx.execute(added.on_conflict_do_nothing(index_elements=GUESS_SCORES.primary_key))
        return
    is_next = (
        row.user_id == score.user_id,
        row.match_id == score.match_id,
        row.seat == score.seat,
        row.guesses == score.guesses - 1,
    )
    changes = {
        "name": score.name,
        "guesses": score.guesses,
        "points": row.points + score.points,
        "month": score.month,
        "at": score.at,
    }
    await tx.execute(update(GUESS_SCORES).where(*is_next).values(changes))


async def matches_of(tx: Transaction, user_id: int) -> frozenset[int]:
    """Return the ids of the matches in which a member has guessed moves."""
    row = GUESS_SCORES.c
    rows = await tx.execute(select(row.match_id).where(row.user_id == user_id))
    return frozenset(match_id for (match_id,) in rows)


async def best(
    tx: Transaction, guild_id: int, game: str | None, month: str, limit: int
) -> tuple[GuesserTotal, ...]:
    """Return the members of a server with the most points of a month, the most first.

    :param game: the key of the game, or None for all games.
    """
    row, points = GUESS_SCORES.c, func.sum(GUESS_SCORES.c.points)
    query = (
        select(row.user_id, func.max(row.name), points, func.count())
        .where(row.guild_id == guild_id, row.month == month)
        .group_by(row.user_id)
        .having(points > 0)
        .order_by(points.desc(), func.max(row.at), row.user_id)
    )
    if game is not None:
        query = query.join(MATCHES, MATCHES.c.id == row.match_id).where(MATCHES.c.game == game)
    rows = await tx.execute(query.limit(limit))
    return tuple(
        GuesserTotal(user_id, name, int(total), matches) for user_id, name, total, matches in rows
    )
