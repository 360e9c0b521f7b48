"""Points of members for guessing the moves of finished matches."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, PrimaryKeyConstraint, Text

from storage.database.tables import Moment

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Create the table of points."""
    op.create_table(
        "guess_score",
        Column("user_id", BigInteger, nullable=False),
        Column("match_id", Integer, ForeignKey("match.id"), nullable=False),
        Column("seat", Integer, nullable=False),
        Column("guild_id", BigInteger, nullable=False),
        Column("name", Text, nullable=False),
        Column("guesses", Integer, nullable=False),
        Column("points", Integer, nullable=False),
        Column("month", Text, nullable=True),
        Column("at", Moment, nullable=False),
        PrimaryKeyConstraint("user_id", "match_id", "seat"),
        Index("ix_guess_score_guild_id_month", "guild_id", "month"),
        Index("ix_guess_score_match_id", "match_id"),
    )
