"""Private notes of players on their matches."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Index, bindparam, delete, select

from storage.database.tables import MatchId, OwnerId, table_of
from storage.database.transaction import Transaction, insert


@dataclass(frozen=True, slots=True)
class Note:
    """A player's note on a match, which only they see."""

    match_id: MatchId
    user_id: OwnerId
    text: str
    at: datetime


NOTES = table_of(
    "note",
    Note,
    Index(None, "user_id"),
    key=("match_id", "user_id"),
    reported_as="notes",
)

_TEXT = select(NOTES.c.text).where(
    NOTES.c.match_id == bindparam("of_match"), NOTES.c.user_id == bindparam("of_user")
)


async def text_of(tx: Transaction, match_id: int, user_id: int) -> str:
    """Return a player's note on a match, empty if there is none."""
    rows = await tx.execute(_TEXT, {"of_match": match_id, "of_user": user_id})
    return rows.scalar_one_or_none() or ""


async def put(tx: Transaction, note: Note) -> None:
    """Store a note in place of the former one."""
    added = insert(tx, NOTES).values(asdict(note))
    new = {"text": note.text, "at": note.at}
    await tx.execute(added.on_conflict_do_update(index_elements=["match_id", "user_id"], set_=new))


async def remove(tx: Transaction, match_id: int, user_id: int) -> None:
    """Delete a note, if there is one."""
    is_it = (NOTES.c.match_id == match_id) & (NOTES.c.user_id == user_id)
    await tx.execute(delete(NOTES).where(is_it))
