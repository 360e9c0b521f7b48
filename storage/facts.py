"""Facts about the whole installation, as text by a key."""

from __future__ import annotations

from sqlalchemy import select

from storage import schema
from storage.transaction import Transaction
from storage.upsert import insert


async def get(tx: Transaction, key: str) -> str | None:
    """The value of a key, None where there is none yet."""
    value = select(schema.fact.c.value).where(schema.fact.c.key == key)
    return (await tx.execute(value)).scalar_one_or_none()


async def put(tx: Transaction, key: str, value: str) -> None:
    """Keep a value in place of the one before."""
    await tx.execute(
        insert(tx, schema.fact)
        .values(key=key, value=value)
        .on_conflict_do_update(index_elements=["key"], set_={"value": value})
    )
