"""Stores time zones and the time off of people, and deadlines that it has moved."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.tables import Moment

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the columns."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("person")}
    # A new database already has them.
    if "zone" in columns:
        return
    op.add_column("match", sa.Column("runs_out_at", Moment()))
    op.add_column("person", sa.Column("zone", sa.Text()))
    for name in ("off_from", "off_until"):
        column = sa.Column(name, sa.Integer(), nullable=False, server_default="0")
        op.add_column("person", column)
    op.add_column("person", sa.Column("days_off", sa.Text(), nullable=False, server_default=""))
