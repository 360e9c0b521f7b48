"""Matches and players that users follow."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, Text

from storage.migrations.versions.schema_0017 import MOMENT

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Create the tables of followed matches and players."""
    op.create_table(
        "followed_match",
        Column("user_id", BigInteger, primary_key=True, autoincrement=False),
        Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
        Column("at", MOMENT, nullable=False),
        Column("is_over", Boolean, nullable=False),
    )
    op.create_index("ix_followed_match_match_id", "followed_match", ["match_id"])
    op.create_table(
        "followed_player",
        Column("user_id", BigInteger, primary_key=True, autoincrement=False),
        Column("followed_id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("at", MOMENT, nullable=False),
    )
    op.create_index("ix_followed_player_followed_id", "followed_player", ["followed_id"])
