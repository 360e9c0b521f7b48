"""Analyses of finished matches, computed only once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select

from storage.database import schema
from storage.database.transaction import Transaction
from storage.database.upsert import insert


async def get(tx: Transaction, match_id: int) -> dict[str, Any] | None:
    """Return the review of a match as JSON values, or None."""
    query = select(schema.review.c.data).where(schema.review.c.match_id == match_id)
    return (await tx.execute(query)).scalar_one_or_none()


async def keep(tx: Transaction, match_id: int, data: Mapping[str, Any], now: datetime) -> None:
    """Store the review of a match, replacing any other."""
    added = insert(tx, schema.review).values(match_id=match_id, made_at=now, data=dict(data))
    values = {name: added.excluded[name] for name in ("made_at", "data")}
    await tx.execute(added.on_conflict_do_update(index_elements=["match_id"], set_=values))
