"""The records of matches, with their moves in order, including take-backs.

Records are append-only, in the transaction that changes the match.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, func, select

from storage.database.tables import MatchId, PersonId, table_of, values_of
from storage.database.transaction import Transaction

RecordKind = Literal["move", "conditional", "take back", "resign", "time out"]
"""The kind of an entry: a move, a conditional move, a take-back, or a seat that left."""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """An entry of a match's record. `number` counts from 1, `text` is in the game's notation.

    Entries are never changed or deleted. A take-back is an entry of its own.
    """

    match_id: MatchId
    number: int
    kind: RecordKind
    seat: int
    text: str
    user_id: PersonId
    at: datetime
    time_left: int | None = None
    """Seconds left on the player's clock, or None without a limit."""


MOVES = table_of(
    "move",
    RecordEntry,
    key=("match_id", "number"),
)


@dataclass(frozen=True, slots=True)
class NewRecordEntry:
    """A new entry, which gets its number from the record."""

    seat: int
    text: str
    user_id: int
    at: datetime
    kind: RecordKind = "move"
    time_left: int | None = None


_RECORD = select(*MOVES.c).where(MOVES.c.match_id == bindparam("of_match")).order_by(MOVES.c.number)
_RECORDS = (
    select(*MOVES.c)
    .where(MOVES.c.match_id.in_(bindparam("of_matches", expanding=True)))
    .order_by(MOVES.c.match_id, MOVES.c.number)
)
_NEXT_NUMBER = (
    select(func.coalesce(func.max(MOVES.c.number), 0) + 1)
    .where(MOVES.c.match_id == bindparam("of_match"))
    .scalar_subquery()
)
_APPENDED = (
    MOVES.insert()
    .values(
        match_id=bindparam("of_match"),
        number=_NEXT_NUMBER,
        **{
            name: bindparam(name) for name in ("kind", "seat", "text", "user_id", "at", "time_left")
        },
    )
    .returning(*MOVES.c)
)


async def append(tx: Transaction, match_id: int, entry: NewRecordEntry) -> RecordEntry:
    """Append an entry to the record, in the transaction that `change`s the match.

    The change before it admits one writer at a time, so the number is unique.
    """
    added = await tx.execute(_APPENDED, {"of_match": match_id, **values_of(entry)})
    return RecordEntry(*added.one())


async def of_match(tx: Transaction, match_id: int) -> tuple[RecordEntry, ...]:
    """Return the whole record of a match, in order."""
    rows = await tx.execute(_RECORD, {"of_match": match_id})
    return tuple(RecordEntry(*row) for row in rows)


async def of_matches(tx: Transaction, match_ids: Collection[int]) -> tuple[RecordEntry, ...]:
    """Return the whole records of some matches, one after the other, each in order."""
    rows = (await tx.execute(_RECORDS, {"of_matches": [*match_ids]})) if match_ids else ()
    return tuple(RecordEntry(*row) for row in rows)
