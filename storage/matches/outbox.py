"""What is still to be said: written with the change that it tells of, sent afterwards.

An entry waits until it is sent or given up, and is forgotten some time after that. Its key names
the occasion ("card:17:23"), so that the same occasion is not queued twice; the sender can derive
from it what makes the other side recognise a repetition.

Whoever sends an entry claims it first, for a while. The number of attempts tells one claim from the
next: what became of an entry is only said by the latest, and whoever comes back from a long sleep
with an older one changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Text, and_, bindparam, cast, delete, func, or_, select, update
from sqlalchemy.sql.dml import ReturningInsert, ReturningUpdate

from storage.database import hints, schema
from storage.database.schema import columns_of
from storage.database.shards import ALL, Shards
from storage.database.transaction import Transaction
from storage.database.upsert import insert_into


@dataclass(frozen=True, slots=True)
class Post:
    """Something to be sent to a channel, or to whom the payload names; it is plain JSON values."""

    key: str
    kind: str
    channel_id: int | None
    payload: dict[str, Any]
    created_at: datetime
    match_id: int | None = None
    challenge_id: int | None = None
    guild_id: int | None = None
    """Where it goes, None for a direct message."""
    due_at: datetime | None = None
    """Not to be sent before; None for at once."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A post in the outbox, and what has become of it."""

    id: int
    key: str
    kind: str
    guild_id: int | None
    channel_id: int | None
    payload: dict[str, Any]
    match_id: int | None
    challenge_id: int | None
    created_at: datetime
    due_at: datetime
    """When it is to be tried next."""
    attempts: int
    """Before the one under way, where it has been claimed."""
    attempted_at: datetime | None
    sent_at: datetime | None
    message_id: int | None
    """What it became."""
    gave_up_at: datetime | None
    error: str | None
    """Why the latest attempt failed, or why it is not sent at all; None while it is tried."""


_ENTRY = columns_of(Entry, schema.outbox)
_WAITS = and_(schema.outbox.c.sent_at.is_(None), schema.outbox.c.gave_up_at.is_(None))


_IS_DUE = and_(_WAITS, schema.outbox.c.due_at <= bindparam("now"))
_IS_CLAIM = and_(
    _WAITS,
    schema.outbox.c.id == bindparam("of_entry"),
    schema.outbox.c.attempts == bindparam("claim"),
)
_SENT = (
    update(schema.outbox)
    .where(_IS_CLAIM)
    .values(sent_at=bindparam("moment"), message_id=bindparam("message"), error=None)
)


@cache
def _queued(database: str) -> ReturningInsert[*tuple[Any, ...]]:
    added = insert_into(database, schema.outbox)
    return added.on_conflict_do_nothing(index_elements=["key"]).returning(schema.outbox.c.id)


@cache
def _claimed(shards: Shards) -> ReturningUpdate[*tuple[Any, ...]]:
    first = (
        select(schema.outbox.c.id)
        .where(
            schema.outbox.c.match_id == bindparam("of_match"),
            _IS_DUE,
            shards.hold(schema.outbox.c.guild_id),
        )
        .order_by(schema.outbox.c.due_at, schema.outbox.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    return (
        update(schema.outbox)
        .where(schema.outbox.c.id == first.scalar_subquery(), _IS_DUE)
        .values(
            attempts=schema.outbox.c.attempts + 1,
            attempted_at=bindparam("now"),
            due_at=bindparam("until"),
            error=None,
        )
        .returning(*_ENTRY)
    )


async def enqueue(tx: Transaction, post: Post) -> bool:
    """Queue a post, due at once; False where its key is known already, whatever became of it."""
    values = {
        "key": post.key,
        "kind": post.kind,
        "guild_id": post.guild_id,
        "channel_id": post.channel_id,
        "payload": post.payload,
        "match_id": post.match_id,
        "challenge_id": post.challenge_id,
        "created_at": post.created_at,
        "due_at": post.due_at or post.created_at,
        "attempts": 0,
    }
    added = await tx.execute(_queued(tx.database), values)
    if added.one_or_none() is None:
        return False
    await hints.tell(tx, post.guild_id)
    return True


async def get(tx: Transaction, key: str) -> Entry | None:
    """The entry of a key."""
    found = await tx.execute(select(*_ENTRY).where(schema.outbox.c.key == key))
    row = found.one_or_none()
    return None if row is None else Entry(*row)


async def due(
    tx: Transaction,
    now: datetime,
    limit: int,
    challenge_id: int | None = None,
    shards: Shards = ALL,
) -> tuple[Entry, ...]:
    """The waiting entries whose time has come, the longest due first.

    Of all matches and challenges, or of one challenge; those of a match are taken by `claim_next`.

    :param shards: only what goes to their guilds.
    """
    due_at = schema.outbox.c.due_at
    is_theirs = shards.hold(schema.outbox.c.guild_id)
    query = select(*_ENTRY).where(_WAITS, due_at <= now, is_theirs)
    query = query.order_by(due_at, schema.outbox.c.id)
    if challenge_id is not None:
        query = query.where(schema.outbox.c.challenge_id == challenge_id)
    return tuple(Entry(*row) for row in await tx.execute(query.limit(limit)))


async def waiting(tx: Transaction) -> tuple[int, datetime | None]:
    """How many entries wait, and since when the oldest does."""
    row = schema.outbox.c
    found = await tx.execute(select(func.count(), func.min(row.created_at)).where(_WAITS))
    count, oldest = found.one()
    return count, oldest


async def is_followed(tx: Transaction, entry: Entry) -> bool:
    """Whether a later entry of the same kind and match waits too, or has become a message."""
    row = schema.outbox.c
    later = select(row.id).where(
        row.match_id == entry.match_id,
        row.kind == entry.kind,
        row.id > entry.id,
        or_(_WAITS, row.message_id.is_not(None)),
    )
    return (await tx.execute(later.limit(1))).first() is not None


async def is_overtaken(tx: Transaction, entry: Entry) -> bool:
    """Whether a later entry shows the same anew: one of its kind whose key differs in its end
    alone, after the last dash."""
    row = schema.outbox.c
    alike = row.key.startswith(f"{entry.key.rpartition('-')[0]}-", autoescape=True)
    later = select(row.id).where(
        row.id > entry.id, row.kind == entry.kind, alike, row.gave_up_at.is_(None)
    )
    return (await tx.execute(later.limit(1))).first() is not None


async def claim(tx: Transaction, entry: Entry, now: datetime, until: datetime) -> bool:
    """Take a due entry to send it; False where somebody else has taken it or it waits no more.

    :param entry: as it was found to be due.
    :param until: when it falls due again, should whoever took it never say what became of it.
    """
    claimed = await tx.execute(
        update(schema.outbox)
        .where(
            schema.outbox.c.id == entry.id,
            schema.outbox.c.attempts == entry.attempts,
            _WAITS,
            schema.outbox.c.due_at <= now,
        )
        .values(attempts=entry.attempts + 1, attempted_at=now, due_at=until, error=None)
    )
    return claimed.rowcount == 1


async def claim_next(
    tx: Transaction, now: datetime, until: datetime, *, match_id: int, shards: Shards = ALL
) -> Entry | None:
    """Take the entry of a match that has been due longest, to send it; None where none is due.

    What another process has in hand is passed over.

    :param until: when it falls due again, should whoever took it never say what became of it.
    :param shards: only what goes to their guilds.
    :returns: the entry as it was before.
    """
    values = {"of_match": match_id, "now": now, "until": until}
    found = (await tx.execute(_claimed(shards), values)).one_or_none()
    if found is None:
        return None
    entry = Entry(*found)
    return replace(entry, attempts=entry.attempts - 1)


async def renew(tx: Transaction, entry: Entry, until: datetime) -> bool:
    """Keep what one has taken for longer; False where the claim is no longer one's own."""
    return await _said(tx, entry, due_at=until)


async def release(tx: Transaction, now: datetime, shards: Shards = ALL) -> int:
    """Make due again what was taken and of which nothing was heard since; how many there were.

    It is for a process that begins and knows that no other is at work.

    :param shards: only what goes to their guilds.
    """
    row = schema.outbox.c
    is_taken = and_(row.attempted_at.is_not(None), row.error.is_(None), row.due_at > now)
    of_theirs = shards.hold(row.guild_id)
    released = await tx.execute(
        update(schema.outbox).where(_WAITS, is_taken, of_theirs).values(due_at=now)
    )
    return released.rowcount


async def mark_sent(tx: Transaction, entry: Entry, at: datetime, message_id: int | None) -> bool:
    """Say that it has been sent, and what message it became; False where the claim is no longer
    one's own."""
    values = {**_claim_of(entry), "moment": at, "message": message_id}
    return (await tx.execute(_SENT, values)).rowcount == 1


async def postpone(tx: Transaction, entry: Entry, until: datetime, error: str) -> bool:
    """Try again later; False where the claim is no longer one's own."""
    return await _said(tx, entry, due_at=until, error=error)


async def give_up(tx: Transaction, entry: Entry, at: datetime, error: str) -> bool:
    """Never try again; False where the claim is no longer one's own."""
    return await _said(tx, entry, gave_up_at=at, error=error)


async def is_known(tx: Transaction, match_id: int, message_id: int) -> bool:
    """Whether some entry of a match has become a message, as far as anybody has said."""
    row = schema.outbox.c
    found = select(row.id).where(row.match_id == match_id, row.message_id == message_id)
    return (await tx.execute(found.limit(1))).first() is not None


async def forget(tx: Transaction, before: datetime) -> None:
    """Remove what was sent or given up before this time, its keys included."""
    row = schema.outbox.c
    await tx.execute(delete(schema.outbox).where(row.sent_at < before))
    await tx.execute(delete(schema.outbox).where(row.sent_at.is_(None), row.gave_up_at < before))


async def forget_person(tx: Transaction, user_id: int) -> None:
    """Remove what is for one person alone, and their mentions from the rest.

    That is what has them as the `user_id`, or among the `pings`, of its payload.
    """
    row = schema.outbox.c
    named = select(row.id, row.payload).where(cast(row.payload, Text).contains(str(user_id)))
    for entry_id, payload in (await tx.execute(named)).all():
        if payload.get("user_id") == user_id:
            await tx.execute(delete(schema.outbox).where(row.id == entry_id))
        elif user_id in payload.get("pings", ()):
            pings = [each for each in payload["pings"] if each != user_id]
            await _set(tx, entry_id, payload={**payload, "pings": pings})


async def clear(tx: Transaction) -> None:
    """Remove everything, sent or not."""
    await tx.execute(delete(schema.outbox))


async def _said(tx: Transaction, entry: Entry, **values: Any) -> bool:
    said = await tx.execute(update(schema.outbox).where(_IS_CLAIM).values(values), _claim_of(entry))
    return said.rowcount == 1


def _claim_of(entry: Entry) -> dict[str, int]:
    return {"of_entry": entry.id, "claim": entry.attempts + 1}


async def _set(tx: Transaction, entry_id: int, **values: Any) -> None:
    await tx.execute(update(schema.outbox).where(schema.outbox.c.id == entry_id).values(values))
