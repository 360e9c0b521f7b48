"""Conditional moves: lines that a seat has planned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Index, bindparam, delete, insert, select

from storage.database.tables import MatchId, reports, table_of
from storage.database.transaction import Transaction
from storage.matches.match import with_seats_of


@dataclass(frozen=True, slots=True)
class ConditionalLine:
    """Moves as texts, including the others', after `ply` moves of the match."""

    id: int
    match_id: MatchId
    seat: int
    """The seat that planned it."""
    ply: int
    texts: list[str]
    made_at: datetime


CONDITIONAL_LINES = table_of(
    "conditional_line",
    ConditionalLine,
    Index(None, "match_id", "seat"),
)
reports(CONDITIONAL_LINES, "conditional_moves")(
    lambda user_id: with_seats_of(user_id, CONDITIONAL_LINES)
)

_OF_MATCH = (
    select(*CONDITIONAL_LINES.c)
    .where(CONDITIONAL_LINES.c.match_id == bindparam("of_match"))
    .order_by(CONDITIONAL_LINES.c.id)
)


async def add(
    tx: Transaction, *, match_id: int, seat: int, ply: int, texts: Sequence[str], made_at: datetime
) -> ConditionalLine:
    """Add a line, in the transaction that has locked the match."""
    added = await tx.execute(
        insert(CONDITIONAL_LINES)
        .values(match_id=match_id, seat=seat, ply=ply, texts=list(texts), made_at=made_at)
        .returning(*CONDITIONAL_LINES.c)
    )
    return ConditionalLine(*added.one())


async def of_match(tx: Transaction, match_id: int) -> tuple[ConditionalLine, ...]:
    """Return the lines of all seats of a match, in order of creation."""
    rows = await tx.execute(_OF_MATCH, {"of_match": match_id})
    return tuple(ConditionalLine(*row) for row in rows)


async def remove(tx: Transaction, line_ids: Sequence[int]) -> None:
    """Delete some lines."""
    if line_ids:
        await tx.execute(delete(CONDITIONAL_LINES).where(CONDITIONAL_LINES.c.id.in_(line_ids)))
