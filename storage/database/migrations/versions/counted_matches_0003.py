"""Counts usual moves again, only of matches that everyone in their server may see."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column, and forget the counts. All matches are counted again after the start."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("match")}
    # A new database already has it.
    if "is_counted" not in columns:
        column = sa.Column("is_counted", sa.Boolean(), nullable=False, server_default=sa.false())
        op.add_column("match", column)
        op.create_index("ix_match_is_counted_ended_number", "match", ["is_counted", "ended_number"])
    op.execute("DELETE FROM move_count")
    op.execute("DELETE FROM fact WHERE key = 'matches_counted'")
