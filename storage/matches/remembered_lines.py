"""Lines of moves that people have tried in Explore and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Index, bindparam, delete, insert, select, update

from storage.database.tables import MatchId, OwnerId, Snowflake, table_of
from storage.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class RememberedLine:
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


REMEMBERED_LINES = table_of(
    "remembered_line",
    RememberedLine,
    Index(None, "match_id", "user_id"),
    Index(None, "user_id"),
)

_OF_USER = (
    select(*REMEMBERED_LINES.c)
    .where(
        REMEMBERED_LINES.c.match_id == bindparam("of_match"),
        REMEMBERED_LINES.c.user_id == bindparam("of_user"),
    )
    .order_by(REMEMBERED_LINES.c.id)
)


async def add(tx: Transaction, line: NewLine) -> None:
    """Store a line."""
    await tx.execute(insert(REMEMBERED_LINES).values({**asdict(line), "texts": list(line.texts)}))


async def of_user(tx: Transaction, match_id: int, user_id: int) -> tuple[RememberedLine, ...]:
    """Return a user's lines of a match, oldest first."""
    rows = await tx.execute(_OF_USER, {"of_match": match_id, "of_user": user_id})
    return tuple(RememberedLine(*row) for row in rows)


async def shared(tx: Transaction, match_id: int, limit: int) -> tuple[RememberedLine, ...]:
    """Return the lines of a match that are shown to everyone, oldest first."""
    row = REMEMBERED_LINES.c
    query = select(*row).where(row.match_id == match_id, row.shared_by.is_not(None))
    rows = await tx.execute(query.order_by(row.id).limit(limit))
    return tuple(RememberedLine(*each) for each in rows)


async def share(tx: Transaction, line_id: int, user_id: int, shared_by: str | None) -> None:
    """Store under which name a line of a user is shown to everyone."""
    row = REMEMBERED_LINES.c
    is_line = row.id == line_id, row.user_id == user_id
    await tx.execute(update(REMEMBERED_LINES).where(*is_line).values(shared_by=shared_by))


async def remove(tx: Transaction, line_id: int, user_id: int) -> None:
    """Delete a line of a user, if it exists."""
    row = REMEMBERED_LINES.c
    await tx.execute(delete(REMEMBERED_LINES).where(row.id == line_id, row.user_id == user_id))
