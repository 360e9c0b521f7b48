"""Positions that finished matches have reached, and how often each move was played there."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column, Float, ForeignKey, Integer

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Create the tables. The positions of older matches follow in the background."""
    op.create_table(
        "reached_position",
        Column("position", BigInteger, primary_key=True, autoincrement=False),
        Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
        Column("ply", Integer, nullable=False),
    )
    op.create_table(
        "move_count",
        Column("position", BigInteger, primary_key=True, autoincrement=False),
        Column("following", BigInteger, primary_key=True, autoincrement=False),
        Column("matches", Integer, nullable=False),
        Column("points", Float, nullable=False),
    )
