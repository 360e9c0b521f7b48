"""Stores where a follower saw a result that waits for their digest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("followed_match")}
    # A new database already has it.
    if "place" not in columns:
        column = sa.Column("place", sa.Integer(), nullable=False, server_default="1")
        op.add_column("followed_match", column)
