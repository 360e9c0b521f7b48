"""Lists of matches, such as those of a user or a place, due ones and ended ones."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
    union,
)

from storage.database.shards import ALL, Shards
from storage.database.transaction import Transaction
from storage.matches.match import MATCH_PLACES, MATCHES, SEATS, Place, StoredMatch
from storage.matches.matches import IN_ORDER, MATCH, WHOLE, fetched, joined


async def running_of(
    tx: Transaction, user_id: int, guild_id: int | None = None, limit: int = 100
) -> tuple[StoredMatch, ...]:
    """Return a user's running matches, in one guild or everywhere, longest waiting first."""
    query = _running(_played_by(user_id)).order_by(MATCHES.c.turn_started_at).limit(limit)
    if guild_id is not None:
        query = query.where(shown_in(guild_id))
    return await fetched(tx, query)


async def running_by_game(tx: Transaction) -> dict[str, int]:
    """Return the number of running matches by game."""
    game = MATCHES.c.game
    query = select(game, func.count()).where(_IS_RUNNING).group_by(game)
    return {row[0]: row[1] for row in await tx.execute(query)}


async def running_in(tx: Transaction, place_id: int, limit: int = 100) -> tuple[StoredMatch, ...]:
    """Return the running matches agreed in a channel or played in a thread, latest first."""
    return await fetched(tx, _running(_in_place(place_id)).order_by(_LATEST_FIRST).limit(limit))


async def running_at(tx: Transaction, guild_id: int) -> tuple[StoredMatch, ...]:
    """Return the running matches that are shown in a guild."""
    return await fetched(tx, _running(shown_in(guild_id)).order_by(MATCHES.c.id))


async def guilds_with_running(tx: Transaction, shards: Shards = ALL) -> tuple[int, ...]:
    """Return the guilds of some shards in which running matches are shown."""
    row = MATCH_PLACES.c
    query = select(row.guild_id).distinct()
    query = query.where(row.is_running.is_(True), row.guild_id.is_not(None))
    return tuple((await tx.execute(query.where(shards.hold(row.guild_id)))).scalars())


async def running_within(tx: Transaction, ids: Collection[int]) -> tuple[int, ...]:
    """Return the numbers of running matches shown in some channels, threads or forums, in order."""
    row = MATCH_PLACES.c
    columns = row.channel_id, row.thread_id, row.parent_id, row.forum_id
    is_within = or_(*(column.in_(list(ids)) for column in columns))
    query = select(row.match_id).distinct().where(row.is_running.is_(True), is_within)
    return tuple((await tx.execute(query.order_by(row.match_id))).scalars())


async def running_places(tx: Transaction, shards: Shards = ALL) -> tuple[Place, ...]:
    """Return the places in guilds of some shards in which running matches are shown."""
    row = MATCH_PLACES.c
    columns = row.guild_id, row.channel_id, row.parent_id, row.thread_id, row.kind, row.forum_id
    query = select(*columns).where(row.is_running.is_(True), row.guild_id.is_not(None))
    rows = await tx.execute(query.where(shards.hold(row.guild_id)))
    return tuple(Place(*each) for each in rows)


async def awaiting(tx: Transaction, user_id: int, place_id: int | None) -> tuple[StoredMatch, ...]:
    """Return the matches, of a place or all, where it's a user's turn, longest waiting first."""
    query = _AWAITING if place_id is None else _AWAITING_IN_PLACE
    return joined(await tx.execute(query, {"of_user": user_id, "in_place": place_id}))


def _in_place(place_id: int | BindParameter[int]) -> ColumnElement[bool]:
    """The running matches of a channel or thread, by one index each."""
    place = MATCH_PLACES.c
    ids = (
        select(place.match_id).where(place.is_running.is_(True), column == place_id)
        for column in (place.channel_id, place.thread_id)
    )
    return MATCHES.c.id.in_(union(*ids))


_IS_RUNNING = MATCHES.c.state == "running"
_CLOCK_GUILD = (
    select(MATCH_PLACES.c.guild_id)
    .join(
        SEATS,
        and_(
            SEATS.c.match_id == MATCH_PLACES.c.match_id,
            SEATS.c.home == MATCH_PLACES.c.number,
        ),
    )
    .where(
        MATCH_PLACES.c.match_id == MATCHES.c.id,
        SEATS.c.seat == MATCHES.c.to_move,
    )
    .correlate(MATCHES)
    .scalar_subquery()
)
"""`StoredMatch.clock_guild_id` of each match."""
_NUMBERED = WHOLE.where(MATCHES.c.id.in_(bindparam("of_matches", expanding=True)))
_MOVER = SEATS.alias()
_AWAITING = (
    WHOLE.join(_MOVER, and_(_MOVER.c.match_id == MATCHES.c.id, _MOVER.c.seat == MATCHES.c.to_move))
    .where(_IS_RUNNING, _MOVER.c.user_id == bindparam("of_user"))
    .order_by(None)
    .order_by(MATCHES.c.turn_started_at, MATCHES.c.id, *IN_ORDER)
)
_AWAITING_IN_PLACE = _AWAITING.where(_in_place(bindparam("in_place")))
_MOST_URGENT = (
    select(MATCHES.c.id)
    .join(
        _MOVER,
        and_(_MOVER.c.match_id == MATCHES.c.id, _MOVER.c.seat == MATCHES.c.to_move),
    )
    .where(
        # Written so that SQLite uses no index here. It would scan all running matches of the guild
        # instead of the user's few.
        func.coalesce(MATCHES.c.state, "") == "running",
        exists().where(
            MATCH_PLACES.c.match_id == MATCHES.c.id,
            func.coalesce(MATCH_PLACES.c.guild_id, 0) == bindparam("of_guild"),
        ),
        _MOVER.c.user_id == bindparam("of_user"),
        MATCHES.c.id != bindparam("but"),
    )
    .order_by(
        MATCHES.c.deadline.is_(None),
        MATCHES.c.deadline,
        MATCHES.c.turn_started_at,
        MATCHES.c.id,
    )
    .limit(1)
)
_NEXT_TURN = WHOLE.where(MATCHES.c.id == _MOST_URGENT.scalar_subquery())


async def count_turns_of(tx: Transaction, user_id: int) -> int:
    """Return the number of matches of all guilds in which it is a user's turn."""
    row, mover = MATCHES.c, SEATS.c
    is_mover = and_(mover.match_id == row.id, mover.seat == row.to_move)
    query = select(func.count()).select_from(MATCHES.join(SEATS, is_mover))
    counted = await tx.execute(query.where(_IS_RUNNING, mover.user_id == user_id))
    return int(counted.scalar_one())


async def is_among_first(tx: Transaction, user_id: int, match: StoredMatch, count: int) -> bool:
    """Whether a match is one of the first matches of its game for a user."""
    earlier = (
        select(func.count())
        .select_from(SEATS.join(MATCHES, MATCHES.c.id == SEATS.c.match_id))
        .where(SEATS.c.user_id == user_id, MATCHES.c.id < match.id, MATCHES.c.game == match.game)
    )
    return int((await tx.execute(earlier)).scalar_one()) < count


async def next_turn_of(
    tx: Transaction, user_id: int, guild_id: int | None, excluded_id: int
) -> StoredMatch | None:
    """Return a user's most urgent match in a guild, by deadline, then longest waiting.

    :param excluded_id: the number of a match to skip.
    """
    values = {"of_user": user_id, "of_guild": guild_id or 0, "but": excluded_id}
    return next(iter(joined(await tx.execute(_NEXT_TURN, values))), None)


async def timed_turns_of(tx: Transaction, user_id: int) -> tuple[StoredMatch, ...]:
    """Return the matches of all guilds in which a user is to move and a clock is running."""
    query = (
        _running(MATCHES.c.deadline.is_not(None))
        .join(SEATS, SEATS.c.match_id == MATCHES.c.id)
        .where(SEATS.c.seat == MATCHES.c.to_move, SEATS.c.user_id == user_id)
        .order_by(MATCHES.c.id)
    )
    return await fetched(tx, query)


async def timed(
    tx: Transaction,
    after: datetime,
    shards: Shards = ALL,
    *,
    begun_by: datetime,
    beyond: int,
    limit: int,
) -> tuple[StoredMatch, ...]:
    """Return running matches with a deadline after a moment, by number.

    They are locked until this writing transaction ends.

    :param shards: only matches whose clocks belong to these shards.
    :param begun_by: only matches whose turn had begun by then.
    :param beyond: only matches with greater numbers.
    """
    row = MATCHES.c
    is_timed = and_(row.deadline > after, row.turn_started_at <= begun_by, row.id > beyond)
    query = _running(and_(is_timed, shards.hold(_CLOCK_GUILD))).order_by(row.id).limit(limit)
    return await fetched(tx, query.with_for_update(of=MATCHES, key_share=True))


async def due(tx: Transaction, now: datetime, limit: int, shards: Shards = ALL) -> tuple[int, ...]:
    """Return the numbers of due running matches, longest due first.

    :param shards: only matches whose clocks belong to these shards.
    """
    wakes_at = MATCHES.c.wakes_at
    is_theirs = shards.hold(_CLOCK_GUILD)
    query = select(MATCHES.c.id).where(_IS_RUNNING, wakes_at <= now, is_theirs)
    rows = await tx.execute(query.order_by(wakes_at).limit(limit))
    return tuple(rows.scalars())


async def running_of_extensions(tx: Transaction, shards: Shards = ALL) -> tuple[StoredMatch, ...]:
    """Return the running matches of events, and those in which servers play as teams.

    :param shards: only matches whose clocks belong to these shards.
    """
    is_of_teams = exists().where(SEATS.c.match_id == MATCHES.c.id, SEATS.c.team_id.is_not(None))
    is_of_extension = is_of_teams | MATCHES.c.event_id.is_not(None)
    return await fetched(tx, _running(is_of_extension & shards.hold(_CLOCK_GUILD)))


async def awaiting_computers(tx: Transaction, limit: int, shards: Shards = ALL) -> tuple[int, ...]:
    """Return the numbers of matches in which it is a computer's turn, longest waiting first.

    :param shards: only matches of these shards.
    """
    row = MATCHES.c
    query = select(row.id).where(row.awaits_computer.is_(True), shards.hold(row.guild_id))
    rows = await tx.execute(query.order_by(row.turn_started_at).limit(limit))
    return tuple(rows.scalars())


async def ended(tx: Transaction, after: int, limit: int) -> tuple[StoredMatch, ...]:
    """Return finished matches in the order in which they ended.

    :param after: the last `ended_number` already read, or 0.
    """
    number = MATCHES.c.ended_number
    query = select(*MATCH).where(number > after).order_by(number).limit(limit)
    return await fetched(tx, query)


async def count_ended(tx: Transaction) -> int:
    """Return the number of matches with an `ended_number`."""
    query = select(func.count(MATCHES.c.ended_number))
    return int((await tx.execute(query)).scalar_one())


async def after(tx: Transaction, match_id: int, limit: int) -> tuple[StoredMatch, ...]:
    """Return the next matches after a number, of all guilds."""
    query = select(*MATCH).where(MATCHES.c.id > match_id).order_by(MATCHES.c.id)
    return await fetched(tx, query.limit(limit))


async def by_numbers(tx: Transaction, match_ids: Collection[int]) -> tuple[StoredMatch, ...]:
    """Return the existing ones of some matches, by number."""
    rows = (await tx.execute(_NUMBERED, {"of_matches": list(match_ids)})) if match_ids else ()
    return joined(rows)


async def recent(
    tx: Transaction, guild_id: int, limit: int, before: int | None = None
) -> tuple[StoredMatch, ...]:
    """Return the latest matches of a guild, running or over, latest first.

    :param before: the id of the last match of the previous page.
    """
    query = select(*MATCH).where(MATCHES.c.guild_id == guild_id, _older_than(before))
    return await fetched(tx, query.order_by(_LATEST_FIRST).limit(limit))


async def rated_in(tx: Transaction, guild_id: int, limit: int) -> tuple[StoredMatch, ...]:
    """Return the matches that counted for a guild's ratings, latest first."""
    row = MATCHES.c
    query = select(*MATCH).where(
        row.guild_id == guild_id, row.state == "over", row.rated.is_(True), row.unrated.is_(None)
    )
    return await fetched(tx, query.order_by(row.ended_at.desc()).limit(limit))


async def recent_of(
    tx: Transaction, user_id: int, guild_id: int | None, limit: int
) -> tuple[StoredMatch, ...]:
    """Return a user's latest matches in one guild or everywhere, including those that they left."""
    query = (
        select(*MATCH)
        .join(SEATS, SEATS.c.match_id == MATCHES.c.id)
        .where(SEATS.c.user_id == user_id)
        .order_by(SEATS.c.match_id.desc())
        .limit(limit)
    )
    if guild_id is not None:
        query = query.where(shown_in(guild_id))
    return await fetched(tx, query)


async def recent_in(
    tx: Transaction, place_id: int, limit: int, before: int | None = None
) -> tuple[StoredMatch, ...]:
    """Return the latest matches of a channel or thread, as `recent`."""
    place = MATCH_PLACES.c
    # Each half stops after `limit` entries of its own index. One query with "or" would sort all.
    ids = union(
        *(
            select(
                select(place.match_id)
                .where(column == place_id, true() if before is None else place.match_id < before)
                .order_by(place.match_id.desc())
                .limit(limit)
                .subquery()
            )
            for column in (place.channel_id, place.thread_id)
        )
    )
    query = select(*MATCH).where(MATCHES.c.id.in_(ids))
    return await fetched(tx, query.order_by(_LATEST_FIRST).limit(limit))


_LATEST_FIRST = MATCHES.c.id.desc()


def shown_in(guild_id: int) -> ColumnElement[bool]:
    """Whether a match is shown in a guild."""
    place = MATCH_PLACES.c
    return exists().where(place.match_id == MATCHES.c.id, place.guild_id == guild_id)


def _running(condition: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    return select(*MATCH).where(_IS_RUNNING, condition)


def _played_by(user_id: int) -> ColumnElement[bool]:
    mine = select(SEATS.c.match_id).where(SEATS.c.user_id == user_id, SEATS.c.is_playing)
    return MATCHES.c.id.in_(mine)


def _older_than(before: int | None) -> ColumnElement[bool]:
    return true() if before is None else MATCHES.c.id < before
