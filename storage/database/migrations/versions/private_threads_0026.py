"""Whether a place is a private thread."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Text, column, false, table, true, update

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Mark places in threads as private, since nothing shows that they are public.

    The threads that Discord still sends to the bot are known to be public or private.
    """
    for name, kind in (("match_place", "kind"), ("challenge", "place_kind")):
        op.add_column(name, Column("is_private", Boolean, nullable=False, server_default=false()))
        row = table(
            name,
            column("channel_id", BigInteger),
            column("parent_id", BigInteger),
            column("is_private", Boolean),
            column(kind, Text),
        )
        is_channel = row.c.channel_id == row.c.parent_id
        op.get_bind().execute(
            update(row).where(row.c[kind] == "server", ~is_channel).values(is_private=true())
        )
    search = table(
        "pool_entry",
        column("guild_id", BigInteger),
        column("channel_id", BigInteger),
        column("parent_id", BigInteger),
    )
    # Their opponents might not see the thread.
    in_channel = update(search).where(search.c.guild_id.is_not(None))
    op.get_bind().execute(in_channel.values(channel_id=search.c.parent_id))
