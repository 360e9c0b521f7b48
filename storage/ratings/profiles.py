"""A player's results by game and seat, the latest ones, and those against another player.

They cover all finished, non-aborted matches between people, rated or not. Alone in the best
place is a win, sharing it a draw. The record against computers is the strongest one beaten.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, exists, func, or_, select

from storage.database.transaction import Transaction
from storage.matches import match_lists
from storage.matches.archive import shares_first_place
from storage.matches.match import MATCHES, SEATS, StoredMatch
from storage.matches.moves import MOVES

_COMPUTER = SEATS.alias()

BETWEEN_PEOPLE = ~exists().where(
    _COMPUTER.c.match_id == MATCHES.c.id,
    or_(_COMPUTER.c.level.is_not(None), _COMPUTER.c.team_id.is_not(None)),
)
"""Whether a match has no computers and no teams."""


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Matches won, drawn and lost in a game, possibly on one seat."""

    game: str
    seat: int
    wins: int
    draws: int
    losses: int

    @property
    def matches(self) -> int:
        """The total number of matches."""
        return self.wins + self.draws + self.losses


async def by_seat(
    tx: Transaction, user_id: int, guild_id: int | None = None
) -> tuple[PlayerRecord, ...]:
    """Return a player's record on each seat of each game, in one guild or everywhere."""
    match, seat = MATCHES.c, SEATS
    won = case((and_(seat.c.place == 1, ~shares_first_place(seat)), 1), else_=0)
    lost = case((seat.c.place > 1, 1), else_=0)
    query = (
        select(match.game, seat.c.seat, func.count(), func.sum(won), func.sum(lost))
        .select_from(seat.join(MATCHES, match.id == seat.c.match_id))
        .where(seat.c.user_id == user_id, *_over(guild_id), BETWEEN_PEOPLE)
        .group_by(match.game, seat.c.seat)
        .order_by(match.game, seat.c.seat)
    )
    return tuple(
        PlayerRecord(game, number, wins, count - wins - losses, losses)
        for game, number, count, wins, losses in await tx.execute(query)
    )


async def latest(
    tx: Transaction, user_id: int, guild_id: int | None, limit: int, other_id: int | None = None
) -> tuple[StoredMatch, ...]:
    """Return a player's latest finished matches in a guild, or anywhere, latest first.

    Matches with computers are included.

    :param other_id: only those in which this player had a seat too.
    """
    query = _of_player(user_id, other_id).where(*_IS_OVER)
    if guild_id is not None:
        query = query.where(match_lists.shown_in(guild_id))
    query = query.order_by(MATCHES.c.ended_number.desc()).limit(limit)
    ids = [match_id for (match_id,) in await tx.execute(query)]
    matches = {match.id: match for match in await match_lists.by_numbers(tx, ids)}
    return tuple(matches[match_id] for match_id in ids)


async def against(
    tx: Transaction, user_id: int, other_id: int, guild_id: int
) -> tuple[PlayerRecord, ...]:
    """Return a player's record against another in each game, on any seats (`seat` is 0).

    The one placed higher has won, even if a third player came first.
    """
    match = MATCHES.c
    own, other = SEATS.alias(), SEATS.alias()
    won = case((own.c.place < other.c.place, 1), else_=0)
    lost = case((own.c.place > other.c.place, 1), else_=0)
    query = (
        select(match.game, func.count(), func.sum(won), func.sum(lost))
        .select_from(
            own.join(other, other.c.match_id == own.c.match_id).join(
                MATCHES, match.id == own.c.match_id
            )
        )
        .where(own.c.user_id == user_id, other.c.user_id == other_id, *_over(guild_id))
        .where(BETWEEN_PEOPLE)
        .group_by(match.game)
        .order_by(func.count().desc(), match.game)
    )
    return tuple(
        PlayerRecord(game, 0, wins, count - wins - losses, losses)
        for game, count, wins, losses in await tx.execute(query)
    )


async def times_out(tx: Transaction, user_id: int, guild_id: int | None = None) -> int:
    """Return the number of matches against people in which a player ran out of time."""
    match, seat, move = MATCHES.c, SEATS, MOVES.c
    ended = and_(match.result["reason"].as_string() == "time", seat.c.place > 1, seat.c.is_playing)
    left = exists().where(
        move.match_id == seat.c.match_id, move.seat == seat.c.seat, move.kind == "time out"
    )
    query = (
        select(func.count())
        .select_from(seat.join(MATCHES, match.id == seat.c.match_id))
        .where(seat.c.user_id == user_id, *_over(guild_id), BETWEEN_PEOPLE)
        .where(or_(ended, and_(seat.c.is_playing.is_(False), left), seat.c.vacancy == "taken"))
    )
    return int((await tx.execute(query)).scalar_one())


_IS_OVER = MATCHES.c.state == "over", MATCHES.c.ended_number.is_not(None)
"""Matches that ended before places were stored are left out."""


def _of_player(user_id: int, other_id: int | None) -> Select[Any]:
    own, other = SEATS.alias(), SEATS.alias()
    joined = own.join(MATCHES, MATCHES.c.id == own.c.match_id)
    query = select(MATCHES.c.id).where(own.c.user_id == user_id)
    if other_id is None:
        return query.select_from(joined)
    joined = joined.join(other, other.c.match_id == own.c.match_id)
    return query.select_from(joined).where(other.c.user_id == other_id)


def _over(guild_id: int | None) -> tuple[ColumnElement[bool], ...]:
    """Whether a match is over in a guild, or in any.

    Private matches don't count, because others can't see them.
    """
    in_guild = MATCHES.c.guild_id.is_not(None)
    return *_IS_OVER, in_guild if guild_id is None else match_lists.shown_in(guild_id)


async def levels_beaten(tx: Transaction, user_id: int, guild_id: int | None) -> dict[str, int]:
    """Return the highest computer level that a user has beaten in a guild or privately, by game."""
    own, other = SEATS.alias("own"), SEATS.alias("other")
    query = (
        select(MATCHES.c.game, func.max(other.c.level).label("level"))
        .join(own, own.c.match_id == MATCHES.c.id)
        .join(other, other.c.match_id == MATCHES.c.id)
        .where(
            own.c.user_id == user_id,
            own.c.place == 1,
            other.c.level.is_not(None),
            other.c.place > 1,
            MATCHES.c.guild_id == guild_id,
        )
        .group_by(MATCHES.c.game)
    )
    return {row.game: row.level for row in await tx.execute(query)}
