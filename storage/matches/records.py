"""The records of matches: their moves, in order, and what was taken back.

A record is only ever appended to, in the transaction that changes its match.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, func, insert, select

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction

RecordKind = Literal["move", "conditional", "take back", "resign", "time out"]
"""How an entry came about: a move, a planned reply, a take-back, or a seat that left."""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """One entry of a match's record: `number` counts from 1, `text` is in the game's notation.

    Entries are never changed or removed: what is taken back is an entry of its own.
    """

    match_id: int
    number: int
    kind: RecordKind
    seat: int
    text: str
    user_id: int
    at: datetime
    time_left: int | None = None
    """Seconds that were left on the clock of who made it, None without a limit."""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry for the end of a record, which gives it its number."""

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
    insert(schema.move)
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
    """Put an entry at the end of the record, in the transaction that `change`s the match.

    The change before it lets only one writer at a time get here, so the number is its own.
    """
    added = await tx.execute(_APPENDED, {"of_match": match_id, **asdict(entry)})
    return RecordEntry(*added.one())


async def of_match(tx: Transaction, match_id: int) -> tuple[RecordEntry, ...]:
    """The whole record of a match, in order."""
    rows = await tx.execute(_RECORD, {"of_match": match_id})
    return tuple(RecordEntry(*row) for row in rows)
