"""Ratings of servers whose members play as teams."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Float, Integer, Text

from storage.database.tables import Moment

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Create the table of ratings."""
    op.create_table(
        "team_rating",
        Column("game", Text, primary_key=True),
        Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
        Column("mu", Float, nullable=False),
        Column("sigma", Float, nullable=False),
        Column("matches", Integer, nullable=False),
        Column("wins", Integer, nullable=False),
        Column("draws", Integer, nullable=False),
        Column("losses", Integer, nullable=False),
        Column("last_at", Moment, nullable=False),
    )
