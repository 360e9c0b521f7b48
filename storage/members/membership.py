"""The known memberships in guilds, with names.

Unknown users count as members.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Index, bindparam, select

from storage.database.tables import OwnerId, Snowflake, table_of, values_of
from storage.database.transaction import Transaction, insert


@dataclass(frozen=True, slots=True)
class Member:
    """A user in a guild."""

    guild_id: Snowflake
    user_id: OwnerId
    name: str
    """Their name there, or when they left."""
    is_present: bool
    checked_at: datetime


MEMBERS = table_of(
    "member",
    Member,
    Index(None, "user_id"),
    key=("guild_id", "user_id"),
    reported_as="servers",
)

_OF_USERS = select(*MEMBERS.c).where(
    MEMBERS.c.guild_id == bindparam("of_guild"),
    MEMBERS.c.user_id.in_(bindparam("of_users", expanding=True)),
)


async def of_users(tx: Transaction, guild_id: int, user_ids: Collection[int]) -> dict[int, Member]:
    """Return the stored members of a guild among some users, by user id."""
    rows = await tx.execute(_OF_USERS, {"of_guild": guild_id, "of_users": list(user_ids)})
    return {row.user_id: Member(*row) for row in rows}


async def of_user(tx: Transaction, user_id: int) -> tuple[Member, ...]:
    """Return the guilds of which a user is a stored member."""
    row = MEMBERS.c
    query = select(*MEMBERS.c).where(row.user_id == user_id, row.is_present.is_(True))
    return tuple(Member(*each) for each in await tx.execute(query))


async def left_by(tx: Transaction, user_id: int) -> frozenset[int]:
    """Return the guilds that a stored member has left."""
    row = MEMBERS.c
    query = select(row.guild_id).where(row.user_id == user_id, row.is_present.is_(False))
    return frozenset((await tx.execute(query)).scalars())


async def save(tx: Transaction, members: Sequence[Member]) -> None:
    """Save a member."""
    added = insert(tx, MEMBERS)
    values = {name: added.excluded[name] for name in ("name", "is_present", "checked_at")}
    statement = added.on_conflict_do_update(index_elements=["guild_id", "user_id"], set_=values)
    await tx.execute(statement, [values_of(member) for member in members])
