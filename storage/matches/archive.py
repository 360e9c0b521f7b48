"""The archive of finished matches, latest first, narrowed by a filter.

Aborted matches count as not played, so they aren't in it. Matches are numbered in the order in
which they ended, so a list “before number N” stays the same when others end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, Protocol

from sqlalchemy import ColumnElement, FromClause, Select, and_, exists, func, or_, select

from storage.database.transaction import Transaction
from storage.matches.match import MATCH_PLACES, MATCHES, SEATS, StoredMatch
from storage.matches.match_lists import shown_in
from storage.matches.matches import MATCH, fetched

ArchiveResult = Literal["won", "drawn", "lost", "decisive"]
"""A result for the filter's player, or without one whether someone won alone (`decisive`)."""


class MatchSet(Protocol):
    """Matches with something in common that the core doesn't store."""

    async def some(self, tx: Transaction, limit: int) -> Sequence[int]:
        """Return the numbers of these matches, up to a limit."""
        ...

    def condition(self) -> ColumnElement[bool]:
        """Whether a match is one of them."""
        ...


@dataclass(frozen=True, slots=True)
class ArchiveFilter:
    """What a list of finished matches is narrowed to. None leaves nothing out."""

    channel_id: int | None = None
    """A channel or thread where they were played."""
    player_id: int | None = None
    opponent_id: int | None = None
    game: str | None = None
    event_id: int | None = None
    result: ArchiveResult | None = None
    turns: tuple[int, int | None] | None = None
    """The least and the greatest number of turns."""
    ended: tuple[datetime, datetime] | None = None
    """When they ended: from a time up to another, exclusive."""
    among: MatchSet | None = None
    """Matches that an extension knows of."""


MAX_SEARCHED = 4000
"""Maximum number of a server's matches searched for those of a filter."""

MAX_RARE = 500
"""Maximum number of matches of a set that are all searched for those of a filter."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Some matches of a list, latest first."""

    matches: tuple[StoredMatch, ...]
    rest: int | None
    """The number before which the others ended, or None if there are no others."""


async def portion(
    tx: Transaction,
    guild_id: int | None,
    wanted: ArchiveFilter,
    limit: int,
    before: int | None = None,
) -> Portion:
    """Return finished matches in the order in which they ended, latest first.

    It can be empty although there are others.

    :param guild_id: the server in which they are shown, None for those of a player anywhere, or
        without a player for those outside of servers.
    :param before: the `rest` of the previous portion.
    """
    row = MATCHES.c
    query = select(*MATCH).where(row.ended_number.is_not(None), row.state != "aborted")
    last, is_few = None, wanted.player_id is not None or wanted.event_id is not None
    if wanted.among is not None:
        some = await wanted.among.some(tx, MAX_RARE + 1)
        if len(some) <= MAX_RARE:
            is_few, query = True, query.where(row.id.in_(some))
            wanted = replace(wanted, among=None)
    for field, condition in _CONDITIONS.items():
        if getattr(wanted, field) is not None:
            query = query.where(condition(wanted))
    if before is not None:
        query = query.where(row.ended_number < before)
    if is_few:
        # SQLite sorts these few matches. Without `shown_in` and "+ 0", it would search those of the
        # server for them.
        query = query.order_by((row.ended_number + 0).desc())
        if guild_id is not None:
            query = query.where(shown_in(guild_id))
        elif wanted.player_id is None:
            query = query.where(row.guild_id.is_(None))
    else:
        last = (await tx.execute(_last_searched(guild_id, wanted, before))).scalar_one_or_none()
        query = query.where(row.guild_id == guild_id).order_by(row.ended_number.desc())
        if wanted.ended is not None:
            query = query.where(_numbered_within(guild_id, *wanted.ended))
        if last is not None:
            query = query.where(row.ended_number >= last)
    matches = await fetched(tx, query.limit(limit))
    return Portion(matches, matches[-1].ended_number if len(matches) == limit else last)


def shares_first_place(seat: FromClause) -> ColumnElement[bool]:
    """Whether another seat came first in a seat's match, too."""
    other = SEATS.alias()
    return exists().where(
        other.c.match_id == seat.c.match_id, other.c.place == 1, other.c.seat != seat.c.seat
    )


def _last_searched(
    guild_id: int | None, wanted: ArchiveFilter, before: int | None
) -> Select[tuple[int]]:
    """Return a query for the last number to search, or nothing if they are few."""
    row = MATCHES.c
    query = select(row.ended_number).where(row.guild_id == guild_id, row.ended_number.is_not(None))
    if wanted.game is not None:
        query = query.where(row.game == wanted.game)
    if wanted.ended is not None:
        query = query.where(_numbered_within(guild_id, *wanted.ended))
    if before is not None:
        query = query.where(row.ended_number < before)
    return query.order_by(row.ended_number.desc()).offset(MAX_SEARCHED - 1).limit(1)


def _numbered_within(guild_id: int | None, since: datetime, until: datetime) -> ColumnElement[bool]:
    """Whether a match has one of the numbers of those that ended in a server within this time."""
    other = MATCHES.alias()
    ended = other.c.guild_id == guild_id, other.c.ended_at >= since, other.c.ended_at < until
    first = select(func.min(other.c.ended_number)).where(*ended).scalar_subquery()
    last = select(func.max(other.c.ended_number)).where(*ended).scalar_subquery()
    return MATCHES.c.ended_number.between(first, last)


def _in_channel(wanted: ArchiveFilter) -> ColumnElement[bool]:
    place, channel_id = MATCH_PLACES.c, wanted.channel_id
    is_there = or_(place.channel_id == channel_id, place.thread_id == channel_id)
    return exists().where(place.match_id == MATCHES.c.id, is_there)


def _has_seat(user_id: int | None) -> ColumnElement[bool]:
    return MATCHES.c.id.in_(select(SEATS.c.match_id).where(SEATS.c.user_id == user_id))


def _has_result(wanted: ArchiveFilter) -> ColumnElement[bool]:
    seat = SEATS.alias()
    is_first, is_shared = seat.c.place == 1, shares_first_place(seat)
    by_result: Mapping[ArchiveResult, ColumnElement[bool]] = {
        "won": and_(is_first, ~is_shared),
        "decisive": and_(is_first, ~is_shared),
        "drawn": and_(is_first, is_shared),
        "lost": seat.c.place > 1,
    }
    assert wanted.result is not None
    of_player = exists().where(seat.c.match_id == MATCHES.c.id, by_result[wanted.result])
    if wanted.player_id is None:
        return of_player
    return of_player.where(seat.c.user_id == wanted.player_id)


def _has_turns(wanted: ArchiveFilter) -> ColumnElement[bool]:
    assert wanted.turns is not None
    least, most = wanted.turns
    seat = SEATS.alias()
    turns = select(func.sum(seat.c.turns)).where(seat.c.match_id == MATCHES.c.id).scalar_subquery()
    return turns >= least if most is None else turns.between(least, most)


def _has_ended(wanted: ArchiveFilter) -> ColumnElement[bool]:
    assert wanted.ended is not None
    since, until = wanted.ended
    return and_(MATCHES.c.ended_at >= since, MATCHES.c.ended_at < until)


def _is_among(wanted: ArchiveFilter) -> ColumnElement[bool]:
    assert wanted.among is not None
    return wanted.among.condition()


_CONDITIONS: Mapping[str, Callable[[ArchiveFilter], ColumnElement[Any]]] = {
    "channel_id": _in_channel,
    "player_id": lambda wanted: _has_seat(wanted.player_id),
    "opponent_id": lambda wanted: _has_seat(wanted.opponent_id),
    "game": lambda wanted: MATCHES.c.game == wanted.game,
    "event_id": lambda wanted: MATCHES.c.event_id == wanted.event_id,
    "result": _has_result,
    "turns": _has_turns,
    "ended": _has_ended,
    "among": _is_among,
}
"""The condition of each field of a filter."""
