"""Stores whether a seat was vacated. The table of vacated seats is new."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("seat")}
    # A new database already has it.
    if "vacancy" not in columns:
        op.add_column("seat", sa.Column("vacancy", sa.Text()))
