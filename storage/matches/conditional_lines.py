"""Lines of moves that a seat has left to be played as soon as they are met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class ConditionalLine:
    """Moves as texts, those of the others included, from after `ply` moves of the match on."""

    id: int
    match_id: int
    seat: int
    """Whose line it is."""
    ply: int
    texts: list[str]
    made_at: datetime


_LINE = columns_of(ConditionalLine, schema.conditional_line)
_OF_MATCH = (
    select(*_LINE)
    .where(schema.conditional_line.c.match_id == bindparam("of_match"))
    .order_by(schema.conditional_line.c.id)
)


async def add(
    tx: Transaction, *, match_id: int, seat: int, ply: int, texts: Sequence[str], made_at: datetime
) -> ConditionalLine:
    """Keep a line, in the transaction that has locked the match."""
    added = await tx.execute(
        insert(schema.conditional_line)
        .values(match_id=match_id, seat=seat, ply=ply, texts=list(texts), made_at=made_at)
        .returning(*_LINE)
    )
    return ConditionalLine(*added.one())


async def of_match(tx: Transaction, match_id: int) -> tuple[ConditionalLine, ...]:
    """The lines of all seats of a match, in the order in which they were left."""
    rows = await tx.execute(_OF_MATCH, {"of_match": match_id})
    return tuple(ConditionalLine(*each) for each in rows)


async def remove(tx: Transaction, line_ids: Sequence[int]) -> None:
    """Forget some lines."""
    if line_ids:
        await tx.execute(
            delete(schema.conditional_line).where(schema.conditional_line.c.id.in_(line_ids))
        )
