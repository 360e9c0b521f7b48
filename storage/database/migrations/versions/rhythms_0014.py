"""Stores whether others can see how fast a person usually answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("person")}
    # A new database already has it.
    if "shows_rhythm" not in columns:
        column = sa.Column("shows_rhythm", sa.Boolean(), nullable=False, server_default=sa.true())
        op.add_column("person", column)
