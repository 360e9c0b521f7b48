"""Facts about the whole installation, as text by key, and answers to searches by job."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Executable,
    Index,
    Integer,
    Table,
    Text,
    cast,
    delete,
    select,
)

from storage.database.tables import Moment, metadata
from storage.database.transaction import Transaction, insert, insert_into

FACTS = Table(
    "fact",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# Results of engine workers on other machines, until the caller takes them.
SEARCH_ANSWERS = Table(
    "search_answer",
    metadata,
    Column("job_id", BigInteger, primary_key=True, autoincrement=False),
    Column("found_at", Moment, nullable=False),
    Column("answer", JSON, nullable=False),
    Index("ix_search_answer_found_at", "found_at"),
)


async def get(tx: Transaction, key: str, *, locked: bool = False) -> str | None:
    """Return the value of a key, or None.

    :param locked: whether to lock it until this writing transaction ends.
    """
    value = select(FACTS.c.value).where(FACTS.c.key == key)
    # SQLite has no such lock and needs none, with its single writer.
    rows = await tx.execute(value.with_for_update() if locked else value)
    return rows.scalar_one_or_none()


async def beginning_with(tx: Transaction, prefix: str) -> dict[str, str]:
    """Return the values of all keys with a prefix."""
    key = FACTS.c.key
    rows = await tx.execute(select(key, FACTS.c.value).where(key.startswith(prefix)))
    return {row.key: row.value for row in rows}


async def put(tx: Transaction, key: str, value: str) -> None:
    """Store a value, replacing the old one."""
    await tx.execute(
        insert(tx, FACTS)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )


async def put_first(tx: Transaction, key: str, value: str) -> str:
    """Store a value unless there is one.

    :returns: the stored value.
    """
    added = insert(tx, FACTS).values(key=key, value=value)
    await tx.execute(added.on_conflict_do_nothing(index_elements=["key"]))
    stored = await get(tx, key)
    assert stored is not None
    return stored


async def remove(tx: Transaction, key: str) -> None:
    """Remove a key if it exists."""
    await tx.execute(delete(FACTS).where(FACTS.c.key == key))


async def next_number(tx: Transaction, key: str) -> int:
    """Return the next number of a key, from 1.

    Other transactions that request one under this key wait for this one.
    """
    counted = await tx.execute(_counted(tx.database), {"key": key, "value": "1"})
    return int(counted.scalar_one())


_answer = SEARCH_ANSWERS


async def keep(tx: Transaction, job_id: int, answer: Mapping[str, Any], now: datetime) -> None:
    """Store an answer. If two workers ran the same search, the first answer stays."""
    added = insert(tx, _answer).values(job_id=job_id, found_at=now, answer=dict(answer))
    await tx.execute(added.on_conflict_do_nothing(index_elements=["job_id"]))


async def take(tx: Transaction, job_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """Return and delete the existing answers to some jobs, by their numbers."""
    query = (
        delete(_answer)
        .where(_answer.c.job_id.in_(job_ids))
        .returning(_answer.c.job_id, _answer.c.answer)
    )
    return {row.job_id: row.answer for row in await tx.execute(query)}


async def remove_older(tx: Transaction, moment: datetime) -> None:
    """Delete abandoned answers."""
    await tx.execute(delete(_answer).where(_answer.c.found_at < moment))


@cache
def _counted(database: str) -> Executable:
    one_more = cast(cast(FACTS.c.value, Integer) + 1, Text)
    return (
        insert_into(database, FACTS)
        .on_conflict_do_update(index_elements=["key"], set_={"value": one_more})
        .returning(FACTS.c.value)
    )
