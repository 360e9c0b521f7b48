"""Changes by the admins and moderators of a guild: who, when, and the values before."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Index, delete, insert, select, update

from storage.database.tables import PersonId, Snowflake, table_of
from storage.database.transaction import Transaction
from storage.servers.settings import SettingField

AuditCode = Literal[
    SettingField,
    "leaderboard_channel_id",
    "leaderboard_game",
    "match",
    "event opened",
    "event closed",
    "event entrant",
    "event extended",
    "event adjudicated",
    "event seat",
    "event cancelled",
]
"""The subject: a setting, a match that a moderator ended, or an event."""


@dataclass(frozen=True, slots=True)
class NewChange:
    """A new change by an admin or moderator."""

    guild_id: Snowflake
    at: datetime
    user_id: PersonId
    name: str
    """Their name at the time."""
    what: AuditCode
    before: Any
    """The value before, as stored: codes, numbers and ids."""
    after: Any


@dataclass(frozen=True, slots=True)
class Change(NewChange):
    """A change, with its number."""

    id: int


AUDIT = table_of(
    "audit",
    Change,
    Index(None, "guild_id", "id"),
    Index(None, "user_id"),
    Index(None, "at"),
    reported_as="changes_as_admin",
)

_ROW = AUDIT.c


async def add(tx: Transaction, change: NewChange) -> None:
    """Add a change, in the transaction that makes it."""
    await tx.execute(insert(AUDIT).values(**asdict(change)))


async def of_guild(
    tx: Transaction, guild_id: int, limit: int, *, before: int | None = None
) -> tuple[Change, ...]:
    """Return the latest changes of a guild, latest first.

    :param before: the number of a change, for earlier ones only.
    """
    query = select(*AUDIT.c).where(_ROW.guild_id == guild_id)
    if before is not None:
        query = query.where(_ROW.id < before)
    rows = await tx.execute(query.order_by(_ROW.id.desc()).limit(limit))
    return tuple(Change(*row) for row in rows)


async def forget(tx: Transaction, before: datetime) -> None:
    """Delete changes before this time."""
    await tx.execute(delete(AUDIT).where(_ROW.at < before))


async def rename(tx: Transaction, user_id: int, stand_in: int, name: str) -> None:
    """Replace a person by another."""
    query = update(AUDIT).where(_ROW.user_id == user_id)
    await tx.execute(query.values(user_id=stand_in, name=name))
