"""Signing in to the web pages: one-time links, and sessions."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text

from storage.database.schema import Moment

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create the tables of links and sessions."""
    op.create_table(
        "web_link",
        Column("token_hash", Text, primary_key=True),
        Column("user_id", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("match_id", Integer),
        Column("expires_at", Moment, nullable=False),
    )
    op.create_index("ix_web_link_user_id", "web_link", ["user_id"])
    op.create_index("ix_web_link_expires_at", "web_link", ["expires_at"])
    op.create_table(
        "web_session",
        Column("id", Integer, primary_key=True),
        Column("token_hash", Text, nullable=False, unique=True),
        Column("user_id", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("browser", Text, nullable=False),
        Column("system", Text, nullable=False),
        Column("created_at", Moment, nullable=False),
        Column("used_at", Moment, nullable=False),
        Column("expires_at", Moment, nullable=False),
    )
    op.create_index("ix_web_session_user_id", "web_session", ["user_id"])
    op.create_index("ix_web_session_expires_at", "web_session", ["expires_at"])
