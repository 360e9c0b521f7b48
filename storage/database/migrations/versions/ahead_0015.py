"""Stores whether a person is notified of the turn before theirs, in matches of three."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("person")}
    # A new database already has it.
    if "hears_ahead" not in columns:
        column = sa.Column("hears_ahead", sa.Boolean(), nullable=False, server_default=sa.false())
        op.add_column("person", column)
