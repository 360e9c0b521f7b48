"""Say of each post to which guild it goes, so that only the process that serves it takes it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"

OUTBOX = sa.table(
    "outbox",
    sa.column("guild_id"),
    sa.column("channel_id"),
    sa.column("match_id"),
    sa.column("challenge_id"),
)
MATCH = sa.table("match", sa.column("id"), sa.column("guild_id"))
CHALLENGE = sa.table("challenge", sa.column("id"), sa.column("guild_id"))


def upgrade() -> None:
    """Add the guild; a post without a channel is a direct message, which goes to none."""
    op.add_column("outbox", sa.Column("guild_id", sa.BigInteger))
    for about, column in ((MATCH, OUTBOX.c.match_id), (CHALLENGE, OUTBOX.c.challenge_id)):
        guild = sa.select(about.c.guild_id).where(about.c.id == column).scalar_subquery()
        is_told_there = (column.is_not(None), OUTBOX.c.channel_id.is_not(None))
        op.execute(sa.update(OUTBOX).where(*is_told_there).values(guild_id=guild))
