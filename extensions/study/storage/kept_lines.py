"""Lines of moves that people have tried in Explore and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Index, bindparam, delete, insert, select, update

from storage.database.tables import MatchId, OwnerId, Snowflake, table_of
from storage.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class KeptLine:
    """Moves as texts after `ply` moves of the match, which only their owner sees, unless shared."""

    id: int
    match_id: MatchId
    user_id: OwnerId
    name: str
    ply: int
    position: Snowflake
    """The exact key of the position it begins from, which take-backs may remove from the match."""
    texts: list[str]
    at: datetime
    shared_by: str | None
    """The name under which it is shown to everyone after the match, or None."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to be stored."""

    match_id: int
    user_id: int
    name: str
    ply: int
    position: int
    texts: Sequence[str]
    at: datetime


KEPT_LINES = table_of(
    "kept_line",
    KeptLine,
    Index(None, "match_id", "user_id"),
    Index(None, "user_id"),
    reported_as="lines",
)

_OF_USER = (
    select(*KEPT_LINES.c)
    .where(
        KEPT_LINES.c.match_id == bindparam("of_match"),
        KEPT_LINES.c.user_id == bindparam("of_user"),
    )
    .order_by(KEPT_LINES.c.id)
)


async def add(tx: Transaction, line: NewLine) -> None:
    """Store a line."""
    await tx.execute(insert(KEPT_LINES).values({**asdict(line), "texts": list(line.texts)}))


async def of_user(tx: Transaction, match_id: int, user_id: int) -> tuple[KeptLine, ...]:
    """Return a user's lines of a match, oldest first."""
    rows = await tx.execute(_OF_USER, {"of_match": match_id, "of_user": user_id})
    return tuple(KeptLine(*row) for row in rows)


async def shared(tx: Transaction, match_id: int, limit: int) -> tuple[KeptLine, ...]:
    """Return the lines of a match that are shown to everyone, oldest first."""
    row = KEPT_LINES.c
    query = select(*row).where(row.match_id == match_id, row.shared_by.is_not(None))
    rows = await tx.execute(query.order_by(row.id).limit(limit))
    return tuple(KeptLine(*each) for each in rows)


async def share(tx: Transaction, line_id: int, user_id: int, shared_by: str | None) -> None:
    """Store under which name a line of a user is shown to everyone."""
    row = KEPT_LINES.c
    is_line = row.id == line_id, row.user_id == user_id
    await tx.execute(update(KEPT_LINES).where(*is_line).values(shared_by=shared_by))


async def remove(tx: Transaction, line_id: int, user_id: int) -> None:
    """Delete a line of a user, if it exists."""
    row = KEPT_LINES.c
    await tx.execute(delete(KEPT_LINES).where(row.id == line_id, row.user_id == user_id))
