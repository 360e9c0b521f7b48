"""Stores whether cards still say that a person is on vacation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column with its index."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("vacation")}
    # A new database already has it.
    if "is_shown" not in columns:
        column = sa.Column("is_shown", sa.Boolean(), nullable=False, server_default=sa.true())
        op.add_column("vacation", column)
        op.create_index("ix_vacation_is_shown_ends_at", "vacation", ("is_shown", "ends_at"))
