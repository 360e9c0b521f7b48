"""The live leaderboard message of each guild.

The message is `due` when something has happened that it doesn't show. Updating claims it first,
which makes it `showing`. It becomes `shown` only if nothing has happened meanwhile. An abandoned
claim expires at the time of the next update, which also distinguishes claims.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import ColumnElement, Index, and_, delete, or_, select, update

from storage.database.shards import ALL, Shards
from storage.database.tables import Snowflake, table_of
from storage.database.transaction import Transaction, insert

LiveState = Literal["due", "showing", "shown"]

REFRESHED_AFTER = timedelta(days=1)
"""Even a `shown` one is updated after this time, since people drop out."""


@dataclass(frozen=True, slots=True)
class LiveLeaderboard:
    """A guild's live leaderboard."""

    guild_id: Snowflake
    channel_id: Snowflake
    game: str | None
    """The key of the game, or None for the top players of every game."""
    message_id: Snowflake | None
    """The message, None until it is posted."""
    state: LiveState
    next_at: datetime
    """The earliest time of the next update."""


LIVE_LEADERBOARDS = table_of(
    "live_leaderboard",
    LiveLeaderboard,
    Index(None, "state", "next_at"),
    key=("guild_id",),
)

_ROW = LIVE_LEADERBOARDS.c


async def get(tx: Transaction, guild_id: int) -> LiveLeaderboard | None:
    """Return a guild's live leaderboard, or None."""
    row = (
        await tx.execute(select(*LIVE_LEADERBOARDS.c).where(_ROW.guild_id == guild_id))
    ).one_or_none()
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


async def make_due(tx: Transaction, guild_id: int) -> None:
    """Mark the leaderboard of a guild as due, in the transaction of the change."""
    await tx.execute(update(LIVE_LEADERBOARDS).where(_ROW.guild_id == guild_id).values(state="due"))


async def to_show(
    tx: Transaction, now: datetime, limit: int, shards: Shards = ALL
) -> tuple[LiveLeaderboard, ...]:
    """Return those of some shards' guilds that are due."""
    due = select(*LIVE_LEADERBOARDS.c).where(_is_to_be_shown(now), shards.hold(_ROW.guild_id))
    rows = await tx.execute(due.limit(limit))
    return tuple(LiveLeaderboard(*row) for row in rows)


async def claim(tx: Transaction, live: LiveLeaderboard, now: datetime, next_at: datetime) -> bool:
    """Claim one to update it. Return False if it is claimed already or has changed.

    :param next_at: when the claim expires.
    """
    claimed = await tx.execute(
        update(LIVE_LEADERBOARDS)
        .where(_is_still(live), _is_to_be_shown(now))
        .values(state="showing", next_at=next_at)
    )
    return claimed.rowcount == 1


async def mark_shown(
    tx: Transaction, live: LiveLeaderboard, message_id: int, claim: datetime
) -> bool:
    """Store the message that shows it. Return False if it was turned off or replaced.

    :param claim: the `next_at` of the claim.
    """
    of_guild = _ROW.guild_id == live.guild_id
    marked = await tx.execute(
        update(LIVE_LEADERBOARDS).where(_is_still(live)).values(message_id=message_id)
    )
    if marked.rowcount == 1:
        await tx.execute(
            update(LIVE_LEADERBOARDS)
            .where(of_guild, _ROW.state == "showing", _ROW.next_at == claim)
            .values(state="shown")
        )
    return marked.rowcount == 1


async def postpone(
    tx: Transaction, live: LiveLeaderboard, next_at: datetime, claim: datetime
) -> None:
    """Postpone it.

    :param claim: the `next_at` of the claim.
    """
    is_taken = and_(_is_still(live), _ROW.next_at == claim)
    await tx.execute(update(LIVE_LEADERBOARDS).where(is_taken).values(next_at=next_at))


def _is_still(live: LiveLeaderboard) -> ColumnElement[bool]:
    """Whether it still has its place and message."""
    return and_(
        _ROW.guild_id == live.guild_id,
        _ROW.channel_id == live.channel_id,
        _ROW.message_id.is_not_distinct_from(live.message_id),
    )


def _is_to_be_shown(now: datetime) -> ColumnElement[bool]:
    return or_(
        and_(_ROW.state.in_(("due", "showing")), _ROW.next_at <= now),
        and_(_ROW.state == "shown", _ROW.next_at <= now - REFRESHED_AFTER),
    )
