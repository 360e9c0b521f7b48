"""The live leaderboard message of each guild."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, select, update

from storage.database.tables import Snowflake, table_of
from storage.database.transaction import Transaction, insert


@dataclass(frozen=True, slots=True)
class LiveLeaderboard:
    """A guild's live leaderboard."""

    guild_id: Snowflake
    channel_id: Snowflake
    game: str | None
    """The key of the game, or None for the top players of every game."""
    message_id: Snowflake | None
    """The message, None until it is posted."""
    next_at: datetime
    """The earliest time of the next update."""


LIVE_LEADERBOARDS = table_of("live_leaderboard", LiveLeaderboard, key=("guild_id",))

_ROW = LIVE_LEADERBOARDS.c
_ONE = select(*_ROW)


async def get(tx: Transaction, guild_id: int, *, locked: bool = False) -> LiveLeaderboard | None:
    """Return a guild's live leaderboard, or None.

    :param locked: whether to lock it until this writing transaction ends.
    """
    query = _ONE.where(_ROW.guild_id == guild_id)
    row = (await tx.execute(query.with_for_update() if locked else query)).one_or_none()
    return None if row is None else LiveLeaderboard(*row)


async def save(tx: Transaction, live: LiveLeaderboard) -> None:
    """Save it, replacing the former one."""
    values = asdict(live)
    del values["guild_id"]
    await tx.execute(
        insert(tx, LIVE_LEADERBOARDS)
        .values(guild_id=live.guild_id, **values)
        .on_conflict_do_update(index_elements=["guild_id"], set_=values)
    )


async def remove(tx: Transaction, guild_id: int) -> None:
    """Delete a guild's live leaderboard."""
    await tx.execute(delete(LIVE_LEADERBOARDS).where(_ROW.guild_id == guild_id))


async def set_message(tx: Transaction, live: LiveLeaderboard, message_id: int) -> bool:
    """Store the message that shows it. Return False if it was turned off or moved."""
    is_there = _ROW.guild_id == live.guild_id, _ROW.channel_id == live.channel_id
    stored = update(LIVE_LEADERBOARDS).where(*is_there).values(message_id=message_id)
    return (await tx.execute(stored)).rowcount == 1
