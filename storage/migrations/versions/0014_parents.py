"""Say of each match and challenge in which channel it is, also where that was in a thread of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the channel. It is known where a match has a thread of its own, since there are none
    within threads; elsewhere it is asked for later, or the place is known to be a channel."""
    match = sa.table("match", *map(sa.column, ("channel_id", "parent_id", "thread_id")))
    challenge = sa.table("challenge", *map(sa.column, ("channel_id", "parent_id")))
    for table in (match, challenge):
        op.add_column(table.name, sa.Column("parent_id", sa.BigInteger))
        channels = sa.select(match.c.channel_id).where(match.c.thread_id.is_not(None))
        is_channel = table.c.channel_id.in_(channels.scalar_subquery())
        op.execute(sa.update(table).where(is_channel).values(parent_id=table.c.channel_id))
