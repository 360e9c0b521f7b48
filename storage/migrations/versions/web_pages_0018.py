"""Web pages: the servers that have them, and the channels that everyone can read."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Text

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Turn web pages off for all servers, and create the tables of public channels."""
    op.add_column("guild_settings", Column("pages", Text, nullable=False, server_default="off"))
    op.create_index("ix_guild_settings_pages", "guild_settings", ["pages"])
    op.create_table(
        "page_server",
        Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
    )
    op.create_table(
        "page_channel",
        Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
        Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
        Column("is_thread", Boolean, nullable=False),
    )
