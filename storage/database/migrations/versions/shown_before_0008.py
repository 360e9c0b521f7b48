"""Stores how many moves the card before the current one showed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("match_place")}
    # A new database already has it.
    if "shown_before" not in columns:
        op.add_column("match_place", sa.Column("shown_before", sa.Integer()))
