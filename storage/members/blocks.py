"""Blocks between people, the same in all guilds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, func, or_, select

from storage.database import schema
from storage.database.schema import columns_of
from storage.database.transaction import Transaction, insert


@dataclass(frozen=True, slots=True)
class Block:
    """A user's block of another."""

    user_id: int
    """The user who blocks."""
    blocked_id: int
    name: str
    """The other's name at the time."""
    at: datetime


_BLOCK = columns_of(Block, schema.block)
_AMONG = select(schema.block.c.user_id, schema.block.c.blocked_id).where(
    schema.block.c.user_id.in_(bindparam("users", expanding=True)),
    schema.block.c.blocked_id.in_(bindparam("others", expanding=True)),
)


async def add(tx: Transaction, block: Block) -> None:
    """Store a block, replacing the same one."""
    added = insert(tx, schema.block).values(asdict(block))
    new = {"name": block.name, "at": block.at}
    await tx.execute(
        added.on_conflict_do_update(index_elements=["user_id", "blocked_id"], set_=new)
    )


async def remove(tx: Transaction, user_id: int, blocked_id: int) -> bool:
    """Delete a block, and return whether there was one."""
    row = schema.block.c
    is_block = and_(row.user_id == user_id, row.blocked_id == blocked_id)
    return (await tx.execute(delete(schema.block).where(is_block))).rowcount > 0


async def of_user(tx: Transaction, user_id: int, limit: int, offset: int = 0) -> tuple[Block, ...]:
    """Return a user's blocks, by the other's name."""
    row = schema.block.c
    query = select(*_BLOCK).where(row.user_id == user_id).order_by(row.name, row.blocked_id)
    return tuple(Block(*each) for each in await tx.execute(query.limit(limit).offset(offset)))


async def count_of(tx: Transaction, user_id: int) -> int:
    """Return the number of people whom a user blocks."""
    query = select(func.count()).select_from(schema.block).where(schema.block.c.user_id == user_id)
    return int((await tx.execute(query)).scalar_one())


async def between(tx: Transaction, user_id: int, other_ids: Collection[int]) -> tuple[Block, ...]:
    """Return the blocks between a user and some others, in both directions."""
    row = schema.block.c
    theirs = and_(row.user_id == user_id, row.blocked_id.in_(other_ids))
    against = and_(row.user_id.in_(other_ids), row.blocked_id == user_id)
    return tuple(
        Block(*each) for each in await tx.execute(select(*_BLOCK).where(or_(theirs, against)))
    )


async def among(tx: Transaction, user_ids: Collection[int]) -> frozenset[frozenset[int]]:
    """Return the pairs of users in which one blocks the other."""
    users = list(user_ids)
    rows = await tx.execute(_AMONG, {"users": users, "others": users})
    return frozenset(frozenset((each.user_id, each.blocked_id)) for each in rows)
