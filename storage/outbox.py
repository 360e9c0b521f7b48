"""The outbox, with posts that are queued with the change they report and delivered afterwards.

An entry waits until it is sent or given up, and is deleted some time later. Its key names the
occasion ("card:17:23"), so no occasion is queued twice, and the sender derives an idempotency key
for the other side from it.

A sender first claims an entry for a while. The number of attempts distinguishes claims. Only the
latest one can store a result. Entries of one lane, such as those of a match to one of its places or
those to one person, are claimed in order, one at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any
from zlib import crc32

from sqlalchemy import (
    ColumnElement,
    Index,
    Select,
    UniqueConstraint,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.sql.dml import ReturningInsert, ReturningUpdate

from storage.database import shards as stored_shards
from storage.database.shards import ALL, Shards
from storage.database.tables import ChallengeId, MatchId, Snowflake, table_of
from storage.database.transaction import Transaction, insert_into
from storage.matches.match import SEATS


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A post to queue. Its payload is JSON for the sender."""

    key: str
    kind: str
    lane: str
    channel_id: int | None
    payload: Mapping[str, Any]
    created_at: datetime
    after: str | None = None
    """The lane whose boards come first."""
    match_id: int | None = None
    challenge_id: int | None = None
    guild_id: int | None = None
    """The destination server, or None for a direct message."""
    due_at: datetime | None = None
    """The earliest time to send it, or None for immediately."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A post in the outbox and the state of its delivery."""

    id: int
    key: str
    kind: str
    lane: str
    after: str | None
    """The lane whose boards come first."""
    guild_id: Snowflake | None
    """The server, in which only the process that serves it may post. None for direct messages."""
    channel_id: Snowflake | None
    payload: Mapping[str, Any]
    match_id: MatchId | None
    challenge_id: ChallengeId | None
    created_at: datetime
    due_at: datetime
    """The time of the next attempt."""
    attempts: int
    """Attempts, including the present one if it is claimed."""
    attempted_at: datetime | None
    sent_at: datetime | None
    message_id: Snowflake | None
    """The resulting message."""
    gave_up_at: datetime | None
    error: str | None
    """Why the latest attempt failed or the entry was given up. None during an attempt."""


OUTBOX = table_of(
    "outbox",
    Entry,
    UniqueConstraint("key"),
    Index(None, "sent_at", "gave_up_at", "due_at"),
    Index(None, "match_id", "kind"),
    Index(None, "lane", "sent_at", "gave_up_at"),
)

_WAITS = and_(OUTBOX.c.sent_at.is_(None), OUTBOX.c.gave_up_at.is_(None))
_OTHER = OUTBOX.alias("other")


def lane_of_person(user_id: int) -> str:
    """Return the lane of the messages to a person."""
    return f"person {user_id}"


def lane_of_place(match_id: int, place: int) -> str:
    """Return the lane of a place of a match, by its number. It stays if it moves to a thread."""
    return f"match {match_id} place {place}"


def _is_free(now: ColumnElement[Any], shards: Shards) -> ColumnElement[bool]:
    """Whether an entry is the next one of its lane, and no board has to come before it.

    A direct message follows the board it links to, unless another process posts that, or the first
    attempt has failed.
    """
    row, other = OUTBOX.c, _OTHER.c
    waits = and_(other.sent_at.is_(None), other.gave_up_at.is_(None))
    is_before = and_(other.id < row.id, other.due_at <= now)
    is_being_sent = and_(other.error.is_(None), other.attempted_at.is_not(None), other.due_at > now)
    is_board_before = and_(
        other.kind == "card",
        other.id < row.id,
        other.error.is_(None),
        shards.hold(other.guild_id),
    )
    of_lane, of_board = other.lane == row.lane, other.lane == row.after
    return and_(
        ~exists(select(other.id).where(of_lane, waits, or_(is_before, is_being_sent))),
        ~exists(select(other.id).where(of_board, waits, is_board_before)),
    )


_IS_DUE = and_(_WAITS, OUTBOX.c.due_at <= bindparam("now"))
_IS_CLAIM = and_(
    _WAITS,
    OUTBOX.c.id == bindparam("of_entry"),
    OUTBOX.c.attempts == bindparam("claim"),
)
_WAITING_IN = (
    select(*OUTBOX.c)
    .where(
        OUTBOX.c.lane == bindparam("of_lane"),
        OUTBOX.c.kind == bindparam("of_kind"),
        _WAITS,
        or_(OUTBOX.c.due_at <= bindparam("now"), OUTBOX.c.attempts > 0),
    )
    .order_by(OUTBOX.c.id)
)
_SENT = (
    update(OUTBOX)
    .where(_IS_CLAIM)
    .values(sent_at=bindparam("moment"), message_id=bindparam("message"), error=None)
)


_CLAIMS = 0x4F55_5442
"""The first key of PostgreSQL's locks for claiming entries.

`storage.database.engines.postgresql` uses others.
"""
_LOCK_CLAIMS = text(f"SELECT pg_advisory_xact_lock({_CLAIMS}, :of)")


@cache
def _queued(database: str) -> ReturningInsert[*tuple[Any, ...]]:
    added = insert_into(database, OUTBOX)
    return added.on_conflict_do_nothing(index_elements=["key"]).returning(OUTBOX.c.id)


@cache
def _due(shards: Shards) -> Select[*tuple[Any, ...]]:
    row = OUTBOX.c
    is_free = _is_free(bindparam("now"), shards)
    return (
        select(*row).where(_IS_DUE, is_free, shards.hold(row.guild_id)).order_by(row.due_at, row.id)
    )


@cache
def _claimed(shards: Shards, *, in_match: bool) -> ReturningUpdate[*tuple[Any, ...]]:
    row = OUTBOX.c
    lanes = row.lane.in_(bindparam("lanes", expanding=True))
    first = select(row.id).where(
        row.match_id == bindparam("of_match") if in_match else lanes,
        _IS_DUE,
        _is_free(bindparam("now"), shards),
        shards.hold(row.guild_id),
    )
    return (
        update(OUTBOX)
        .where(row.id.in_(first), _IS_DUE)
        .values(
            attempts=row.attempts + 1,
            attempted_at=bindparam("now"),
            due_at=bindparam("until"),
            error=None,
        )
        .returning(*OUTBOX.c)
    )


async def enqueue(tx: Transaction, post: NewEntry) -> bool:
    """Queue a post. Return False if its key exists, sent or not."""
    values = {
        "key": post.key,
        "kind": post.kind,
        "lane": post.lane,
        "after": post.after,
        "guild_id": post.guild_id,
        "channel_id": post.channel_id,
        "payload": dict(post.payload),
        "match_id": post.match_id,
        "challenge_id": post.challenge_id,
        "created_at": post.created_at,
        "due_at": post.due_at or post.created_at,
        "attempts": 0,
    }
    added = await tx.execute(_queued(tx.database), values)
    if added.one_or_none() is None:
        return False
    await stored_shards.send(tx, post.guild_id)
    return True


async def get(tx: Transaction, key: str) -> Entry | None:
    """Return the entry of a key."""
    rows = await tx.execute(select(*OUTBOX.c).where(OUTBOX.c.key == key))
    row = rows.one_or_none()
    return None if row is None else Entry(*row)


async def due(
    tx: Transaction,
    now: datetime,
    limit: int,
    challenge_id: int | None = None,
    shards: Shards = ALL,
    *,
    except_guilds: Collection[int | None] = (),
) -> tuple[Entry, ...]:
    """Return the first due entry of each free lane, longest due first.

    They are the entries of all matches and challenges, or of one challenge.

    :param shards: only for their guilds.
    :param except_guilds: not for these, or None for entries without a guild.
    """
    row = OUTBOX.c
    query = _due(shards)
    if challenge_id is not None:
        query = query.where(row.challenge_id == challenge_id)
    if except_guilds:
        excepted = [each or 0 for each in except_guilds]
        query = query.where(func.coalesce(row.guild_id, 0).not_in(excepted))
    rows = await tx.execute(query.limit(limit), {"now": now})
    return tuple(Entry(*each) for each in rows)


async def waiting(tx: Transaction) -> tuple[int, datetime | None]:
    """Return the number of waiting entries, and the time of the oldest."""
    row = OUTBOX.c
    rows = await tx.execute(select(func.count(), func.min(row.created_at)).where(_WAITS))
    count, oldest = rows.one()
    return count, oldest


async def claim_next(
    tx: Transaction,
    now: datetime,
    until: datetime,
    *,
    match_id: int | None = None,
    lanes: Collection[str] = (),
    shards: Shards = ALL,
) -> tuple[Entry, ...]:
    """Claim the first due entry of each free lane of a match, or of those of some lanes.

    Call `lock_claims` first in the transaction.

    :param until: when they fall due again, unless a result is stored.
    :param shards: only for their guilds.
    :returns: the entries as they were before, those for channels first, oldest first.
    """
    values = {"now": now, "until": until}
    values |= {"lanes": list(lanes)} if match_id is None else {"of_match": match_id}
    query = _claimed(shards, in_match=match_id is not None)
    claimed = [Entry(*row) for row in await tx.execute(query, values)]
    claimed.sort(key=lambda each: (each.channel_id is None, each.id))
    return tuple(replace(each, attempts=each.attempts - 1) for each in claimed)


async def lock_claims(tx: Transaction, *scopes: str) -> None:
    """Exclude other transactions from claiming entries of these scopes until this one ends.

    A scope is a match, or a lane without one. These must be the first locks of the transaction.
    SQLite has a single writer anyway.
    """
    if tx.database == "postgresql":
        for number in sorted({crc32(scope.encode()) - 2**31 for scope in scopes}):
            await tx.execute(_LOCK_CLAIMS, {"of": number})


def scope_of(match_id: int | None, lane: str) -> str:
    """Return what `lock_claims` locks for the claims on an entry."""
    return lane if match_id is None else f"match {match_id}"


async def is_claimed(tx: Transaction, entry: Entry) -> bool:
    """Whether a claim is still valid."""
    rows = await tx.execute(select(OUTBOX.c.id).where(_IS_CLAIM), _claim_of(entry))
    return rows.first() is not None


async def unclaim(tx: Transaction, entry: Entry, now: datetime) -> bool:
    """Give up a claim whose result is unknown. Return False if it is no longer valid."""
    return await _update_claim(tx, entry, due_at=now)


async def release(tx: Transaction, now: datetime, shards: Shards = ALL) -> int:
    """Release abandoned claims, and return their number.

    Call it only in a starting process while no other is running.

    :param shards: only for their guilds.
    """
    row = OUTBOX.c
    is_taken = and_(row.attempted_at.is_not(None), row.error.is_(None), row.due_at > now)
    of_theirs = shards.hold(row.guild_id)
    released = await tx.execute(
        update(OUTBOX).where(_WAITS, is_taken, of_theirs).values(due_at=now)
    )
    return released.rowcount


async def mark_sent(tx: Transaction, entry: Entry, at: datetime, message_id: int | None) -> bool:
    """Store that it was sent as a message. Return False if the claim is no longer valid."""
    values = {**_claim_of(entry), "moment": at, "message": message_id}
    return (await tx.execute(_SENT, values)).rowcount == 1


async def waiting_in(tx: Transaction, lane: str, kind: str, now: datetime) -> tuple[Entry, ...]:
    """Return the waiting entries of a lane and kind that are due or were attempted, in order."""
    rows = await tx.execute(_WAITING_IN, {"of_lane": lane, "of_kind": kind, "now": now})
    return tuple(Entry(*each) for each in rows)


async def count_attempt(tx: Transaction, entries: Iterable[Entry]) -> None:
    """Count an attempt at some entries that are delivered with another one of their lane."""
    row = OUTBOX.c
    of_entries = row.id.in_([each.id for each in entries])
    await tx.execute(update(OUTBOX).where(of_entries).values(attempts=row.attempts + 1))


async def settle(tx: Transaction, entries: Iterable[Entry], at: datetime) -> None:
    """Store that some entries were delivered with another one of their lane."""
    of_entries = OUTBOX.c.id.in_([each.id for each in entries])
    await tx.execute(update(OUTBOX).where(of_entries, _WAITS).values(sent_at=at, error=None))


async def postpone(tx: Transaction, entry: Entry, until: datetime, error: str) -> bool:
    """Schedule another attempt. Return False if the claim is no longer valid."""
    return await _update_claim(tx, entry, due_at=until, error=error)


async def give_up(tx: Transaction, entry: Entry, at: datetime, error: str) -> bool:
    """Give up. Return False if the claim is no longer valid."""
    return await _update_claim(tx, entry, gave_up_at=at, error=error)


async def was_attempted(tx: Transaction, match_id: int, kind: str, *, place: int) -> bool:
    """Whether entries of a match, kind and place have been claimed more than once."""
    row = OUTBOX.c
    of_place = row.lane == lane_of_place(match_id, place)
    attempts = select(func.sum(row.attempts)).where(of_place, row.kind == kind)
    return ((await tx.execute(attempts)).scalar() or 0) > 1


async def message_of(tx: Transaction, challenge_id: int, channel_id: int, kind: str) -> int | None:
    """Return the latest message posted in a channel for entries of a challenge and kind."""
    row = OUTBOX.c
    of_challenge = (row.challenge_id == challenge_id, row.kind == kind)
    query = select(row.message_id).where(*of_challenge, row.channel_id == channel_id)
    query = query.where(row.message_id.is_not(None)).order_by(row.id.desc()).limit(1)
    return (await tx.execute(query)).scalar()


async def forget(tx: Transaction, before: datetime) -> None:
    """Delete entries sent or given up before this time, including their keys."""
    row = OUTBOX.c
    await tx.execute(delete(OUTBOX).where(row.sent_at < before))
    await tx.execute(delete(OUTBOX).where(row.sent_at.is_(None), row.gave_up_at < before))


async def naming(tx: Transaction, user_id: int, kind: str) -> tuple[Entry, ...]:
    """Return the entries of a kind, which names players, about a person's matches."""
    row, seat = OUTBOX.c, SEATS.c
    matches = select(seat.match_id).where(seat.user_id == user_id)
    query = select(*OUTBOX.c).where(row.match_id.in_(matches), row.kind == kind)
    return tuple(Entry(*each) for each in await tx.execute(query))


async def remove_from(tx: Transaction, user_id: int, channel_ids: Collection[int]) -> None:
    """Delete a person's messages, and what some channels get about no match or theirs."""
    await tx.execute(delete(OUTBOX).where(OUTBOX.c.lane == lane_of_person(user_id)))
    row, seat = OUTBOX.c, SEATS.c
    matches = select(seat.match_id).where(seat.user_id == user_id)
    is_theirs = or_(row.match_id.in_(matches), row.match_id.is_(None))
    await tx.execute(delete(OUTBOX).where(is_theirs, row.channel_id.in_(channel_ids)))


async def forget_place(tx: Transaction, match_id: int, place: int) -> None:
    """Delete the waiting entries for a place of a match which is gone, by its number."""
    is_for_place = OUTBOX.c.lane == lane_of_place(match_id, place)
    await tx.execute(delete(OUTBOX).where(is_for_place, _WAITS))


async def remove(tx: Transaction, entry: Entry) -> None:
    """Delete an entry, including its key."""
    await tx.execute(delete(OUTBOX).where(OUTBOX.c.id == entry.id))


async def rewrite(tx: Transaction, entry: Entry, payload: Mapping[str, Any]) -> None:
    """Replace the payload of an entry."""
    await _set(tx, entry.id, payload=dict(payload))


async def clear(tx: Transaction) -> None:
    """Delete everything, sent or not."""
    await tx.execute(delete(OUTBOX))


async def _update_claim(tx: Transaction, entry: Entry, **values: Any) -> bool:
    result = await tx.execute(update(OUTBOX).where(_IS_CLAIM).values(values), _claim_of(entry))
    return result.rowcount == 1


def _claim_of(entry: Entry) -> dict[str, int]:
    return {"of_entry": entry.id, "claim": entry.attempts + 1}


async def _set(tx: Transaction, entry_id: int, **values: Any) -> None:
    await tx.execute(update(OUTBOX).where(OUTBOX.c.id == entry_id).values(values))
