"""Results of engine workers, by the number of the job, until the caller takes them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete

from storage.database import schema
from storage.database.transaction import Transaction
from storage.database.upsert import insert

_answer = schema.search_answer


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
