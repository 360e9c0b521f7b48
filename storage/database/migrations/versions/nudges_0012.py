"""Stores whether other players can nudge a person. The table of nudges is new."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("person")}
    # A new database already has it.
    if "gets_nudges" not in columns:
        column = sa.Column("gets_nudges", sa.Boolean(), nullable=False, server_default=sa.true())
        op.add_column("person", column)
