"""Of which channel the place of a match or a challenge is, where an older version did not say."""

from __future__ import annotations

from sqlalchemy import select, union, update

from storage.database import schema
from storage.database.shards import ALL, Shards
from storage.database.transaction import Transaction

_TABLES = (schema.match, schema.challenge)


async def unknown(
    tx: Transaction, after: int, limit: int, shards: Shards = ALL
) -> tuple[tuple[int, int], ...]:
    """The guilds and places of which it is not known, in the order of the places.

    :param after: only places with a greater id.
    :param shards: only those of their guilds.
    """
    either = union(
        *(
            select(table.c.guild_id, table.c.channel_id).where(
                table.c.parent_id.is_(None),
                table.c.channel_id > after,
                shards.hold(table.c.guild_id),
            )
            for table in _TABLES
        )
    ).subquery()
    query = select(either.c.guild_id, either.c.channel_id).order_by(either.c.channel_id)
    return tuple((row[0], row[1]) for row in await tx.execute(query.limit(limit)))


async def put(tx: Transaction, place_id: int, parent_id: int) -> None:
    """Say of which channel a place is."""
    for table in _TABLES:
        is_there = (table.c.channel_id == place_id, table.c.parent_id.is_(None))
        await tx.execute(update(table).where(*is_there).values(parent_id=parent_id))
