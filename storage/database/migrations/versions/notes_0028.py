"""Private notes of players on their matches."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Text

from storage.database.tables import Moment

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Create the table of notes."""
    op.create_table(
        "note",
        Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
        Column("user_id", BigInteger, primary_key=True),
        Column("text", Text, nullable=False),
        Column("at", Moment, nullable=False),
        Index(None, "user_id"),
    )
