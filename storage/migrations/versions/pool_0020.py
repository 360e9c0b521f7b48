"""The pool: people looking for opponents, and matches between servers."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, BigInteger, Boolean, Column, DateTime, Integer, Text, false

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Seat all players in the first place of their match, and create an empty pool."""
    op.add_column("seat", Column("home", Integer, nullable=False, server_default="1"))
    op.add_column("match", Column("from_pool", Boolean, nullable=False, server_default=false()))
    op.create_index(
        "ix_match_from_pool_state_created_at", "match", ["from_pool", "state", "created_at"]
    )
    op.add_column(
        "guild_settings", Column("plays_out", Boolean, nullable=False, server_default=false())
    )
    op.create_table(
        "pool_entry",
        Column("user_id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("guild_id", BigInteger, nullable=False),
        Column("channel_id", BigInteger, nullable=False),
        Column("parent_id", BigInteger),
        Column("games", JSON, nullable=False),
        Column("fastest", Text, nullable=False),
        Column("slowest", Text, nullable=False),
        Column("most", Integer, nullable=False),
        Column("reach", Text, nullable=False),
        Column("joined_at", DateTime(timezone=True), nullable=False),
        Column("expires_at", DateTime(timezone=True), nullable=False),
        Column("is_warned", Boolean, nullable=False),
        Column("version", Integer, nullable=False),
        Column("paired_at", DateTime(timezone=True)),
    )
    op.create_index("ix_pool_entry_expires_at", "pool_entry", ["expires_at"])
    op.create_index("ix_pool_entry_guild_id", "pool_entry", ["guild_id"])
