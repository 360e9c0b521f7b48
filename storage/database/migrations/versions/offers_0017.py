"""Removes the number of moves at the time of an offer, which nothing reads."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Drop the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("offer")}
    # A new database doesn't have it.
    if "ply" in columns:
        op.drop_column("offer", "ply")
