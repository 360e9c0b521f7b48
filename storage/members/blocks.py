"""Blocks between people, the same in all guilds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Index, and_, bindparam, delete, func, or_, select

from storage.database.tables import NotedId, OwnerId, table_of
from storage.database.transaction import Transaction, insert


@dataclass(frozen=True, slots=True)
class Block:
    """A user's block of another."""

    user_id: OwnerId
    """The user who blocks."""
    blocked_id: NotedId
    name: str
    """The other's name at the time."""
    at: datetime


BLOCKS = table_of(
    "block",
    Block,
    Index(None, "blocked_id"),
    key=("user_id", "blocked_id"),
    reported_as="blocks",
)

_AMONG = select(BLOCKS.c.user_id, BLOCKS.c.blocked_id).where(
    BLOCKS.c.user_id.in_(bindparam("users", expanding=True)),
    BLOCKS.c.blocked_id.in_(bindparam("others", expanding=True)),
)


async def add(tx: Transaction, block: Block) -> None:
    """Store a block, replacing the same one."""
    added = insert(tx, BLOCKS).values(asdict(block))
    new = {"name": block.name, "at": block.at}
    await tx.execute(
        added.on_conflict_do_update(index_elements=["user_id", "blocked_id"], set_=new)
    )


async def remove(tx: Transaction, user_id: int, blocked_id: int) -> bool:
    """Delete a block, and return whether there was one."""
    row = BLOCKS.c
    is_block = and_(row.user_id == user_id, row.blocked_id == blocked_id)
    return (await tx.execute(delete(BLOCKS).where(is_block))).rowcount > 0


async def of_user(tx: Transaction, user_id: int, limit: int, offset: int = 0) -> tuple[Block, ...]:
    """Return a user's blocks, by the other's name."""
    row = BLOCKS.c
    query = select(*BLOCKS.c).where(row.user_id == user_id).order_by(row.name, row.blocked_id)
    return tuple(Block(*each) for each in await tx.execute(query.limit(limit).offset(offset)))


async def count_of(tx: Transaction, user_id: int) -> int:
    """Return the number of people whom a user blocks."""
    query = select(func.count()).select_from(BLOCKS).where(BLOCKS.c.user_id == user_id)
    return int((await tx.execute(query)).scalar_one())


async def between(tx: Transaction, user_id: int, other_ids: Collection[int]) -> tuple[Block, ...]:
    """Return the blocks between a user and some others, in both directions."""
    row = BLOCKS.c
    theirs = and_(row.user_id == user_id, row.blocked_id.in_(other_ids))
    against = and_(row.user_id.in_(other_ids), row.blocked_id == user_id)
    return tuple(
        Block(*each) for each in await tx.execute(select(*BLOCKS.c).where(or_(theirs, against)))
    )


async def among(tx: Transaction, user_ids: Collection[int]) -> frozenset[frozenset[int]]:
    """Return the pairs of users in which one blocks the other."""
    users = list(user_ids)
    rows = await tx.execute(_AMONG, {"users": users, "others": users})
    return frozenset(frozenset((row.user_id, row.blocked_id)) for row in rows)
