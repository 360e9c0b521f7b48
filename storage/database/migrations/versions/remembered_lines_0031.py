"""Lines of moves that people have tried in Explore and kept."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, Text

from storage.database.tables import Moment

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Create the table of lines."""
    op.create_table(
        "remembered_line",
        Column("id", Integer, primary_key=True),
        Column("match_id", Integer, ForeignKey("match.id"), nullable=False),
        Column("user_id", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("ply", Integer, nullable=False),
        Column("position", BigInteger, nullable=False),
        Column("texts", JSON, nullable=False),
        Column("at", Moment, nullable=False),
        Index("ix_remembered_line_match_id_user_id", "match_id", "user_id"),
        Index("ix_remembered_line_user_id", "user_id"),
    )
