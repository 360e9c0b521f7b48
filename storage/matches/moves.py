"""The records of matches, with their moves in order, including take-backs, and stored reviews.

Records are append-only, in the transaction that changes the match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import bindparam, func, select

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction, insert

RecordKind = Literal["move", "conditional", "take back", "resign", "time out"]
"""The kind of an entry: a move, a conditional move, a take-back, or a seat that left."""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """An entry of a match's record. `number` counts from 1, `text` is in the game's notation.

    Entries are never changed or deleted. A take-back is an entry of its own.
    """

    match_id: int
    number: int
    kind: RecordKind
    seat: int
    text: str
    user_id: int
    at: datetime
    time_left: int | None = None
    """Seconds left on the player's clock, or None without a limit."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A new entry, which gets its number from the record."""

    seat: int
    text: str
    user_id: int
    at: datetime
    kind: RecordKind = "move"
    time_left: int | None = None


_MOVE = columns_of(RecordEntry, schema.move)
_RECORD = (
    select(*_MOVE)
    .where(schema.move.c.match_id == bindparam("of_match"))
    .order_by(schema.move.c.number)
)
_NEXT_NUMBER = (
    select(func.coalesce(func.max(schema.move.c.number), 0) + 1)
    .where(schema.move.c.match_id == bindparam("of_match"))
    .scalar_subquery()
)
_APPENDED = (
    schema.move.insert()
    .values(
        match_id=bindparam("of_match"),
        number=_NEXT_NUMBER,
        **{
            name: bindparam(name) for name in ("kind", "seat", "text", "user_id", "at", "time_left")
        },
    )
    .returning(*_MOVE)
)


async def append(tx: Transaction, match_id: int, entry: NewEntry) -> RecordEntry:
    """Append an entry to the record, in the transaction that `change`s the match.

    The change before it admits one writer at a time, so the number is unique.
    """
    added = await tx.execute(_APPENDED, {"of_match": match_id, **asdict(entry)})
    return RecordEntry(*added.one())


async def of_match(tx: Transaction, match_id: int) -> tuple[RecordEntry, ...]:
    """Return the whole record of a match, in order."""
    rows = await tx.execute(_RECORD, {"of_match": match_id})
    return tuple(RecordEntry(*row) for row in rows)


async def get(tx: Transaction, match_id: int) -> dict[str, Any] | None:
    """Return the review of a match as JSON values, or None."""
    query = select(schema.review.c.data).where(schema.review.c.match_id == match_id)
    return (await tx.execute(query)).scalar_one_or_none()


async def keep(tx: Transaction, match_id: int, data: Mapping[str, Any], now: datetime) -> None:
    """Store the review of a match, replacing any other."""
    added = insert(tx, schema.review).values(match_id=match_id, made_at=now, data=dict(data))
    values = {name: added.excluded[name] for name in ("made_at", "data")}
    await tx.execute(added.on_conflict_do_update(index_elements=["match_id"], set_=values))
