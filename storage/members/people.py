"""What each person wishes: how to be told of their turns, how to play; the same in all guilds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from sqlalchemy import Executable, bindparam, select, update

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction
from storage.database.upsert import insert, insert_into

Notice = Literal["mention", "direct", "none"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """The wishes of one user; the defaults hold until they are first saved."""

    user_id: int
    notice: Notice = "mention"
    refused_at: datetime | None = None
    """When a direct message was refused, None again as soon as they ask for one."""
    digest_at: datetime | None = None
    """When the next daily digest is due, None for who wants none."""
    is_everywhere: bool = True
    """Whether leaderboards over all servers, and web pages, may show them."""
    confirms: bool = True
    """Whether the Play panel asks once more before it plays a move."""
    confirmed_moves: int = 0
    """How many moves they have confirmed in the panel, counted up to the offer to skip that."""
    named_as_solver: bool | None = None
    """Whether the card of a daily puzzle may name them as a solver; None where they haven't said,
    which names nobody."""
    language: str | None = None
    """The language that they have chosen; None where it is the one of their Discord."""
    seen_language: str | None = None
    """The language in which they last used Discord, for what is written to them; None where that
    is not known, or none that is spoken."""


_PERSON = columns_of(Preferences, schema.person)
_ONE = select(*_PERSON).where(schema.person.c.user_id == bindparam("user_id"))


@cache
def _taken(database: str) -> Executable:
    added = insert_into(database, schema.person)
    unchanged = {"user_id": added.excluded.user_id}
    return added.on_conflict_do_update(index_elements=["user_id"], set_=unchanged).returning(
        *_PERSON
    )


async def get(tx: Transaction, user_id: int, *, locked: bool = False) -> Preferences:
    """The wishes of a user.

    :param locked: nobody else changes them, or what is the user's own beside them, until this
        transaction, one that writes, has ended.
    """
    if locked:
        # There has to be a row that the others can wait for; to write it takes it.
        rows = await tx.execute(_taken(tx.database), asdict(Preferences(user_id)))
        return Preferences(*rows.one())
    row = (await tx.execute(_ONE, {"user_id": user_id})).one_or_none()
    return Preferences(user_id) if row is None else Preferences(*row)


async def hidden(tx: Transaction, user_ids: Collection[int]) -> frozenset[int]:
    """Those of some users whom leaderboards over all servers, and web pages, may not show."""
    person = schema.person.c
    query = select(person.user_id).where(person.user_id.in_(list(user_ids)))
    rows = await tx.execute(query.where(person.is_everywhere.is_(False)))
    return frozenset(rows.scalars())


async def save(tx: Transaction, person: Preferences) -> None:
    """Keep the wishes of a user in place of those before."""
    values = asdict(person)
    user_id = values.pop("user_id")
    await tx.execute(
        insert(tx, schema.person)
        .values(user_id=user_id, **values)
        .on_conflict_do_update(index_elements=["user_id"], set_=values)
    )


async def note_language(tx: Transaction, user_id: int, language: str | None) -> None:
    """Keep in which language somebody uses Discord of whom other wishes are kept."""
    person = schema.person.c
    await tx.execute(
        update(schema.person).where(person.user_id == user_id).values(seen_language=language)
    )


async def digests_due(tx: Transaction, now: datetime, limit: int) -> tuple[Preferences, ...]:
    """Who is to get a digest by now, the longest due first; nobody whom another process has in
    hand."""
    digest_at = schema.person.c.digest_at
    query = select(*_PERSON).where(digest_at <= now).order_by(digest_at).limit(limit)
    rows = await tx.execute(query.with_for_update(skip_locked=True))
    return tuple(Preferences(*row) for row in rows)
