"""The pool by direct message: searches without a server, and the channels of their matches."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Make the server of a search optional, and add the channel of its direct messages."""
    with op.batch_alter_table("pool_entry") as table:
        table.alter_column("guild_id", existing_type=BigInteger(), nullable=True)
        table.add_column(Column("direct_channel_id", BigInteger))
