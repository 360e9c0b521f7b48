"""Matches between the teams of servers: their channels, hours, and when a server is gone."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, Column, Integer

from storage.database.tables import Moment

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    """Add the columns of teams."""
    op.add_column("challenge_guest", Column("team", JSON))
    op.add_column("seat", Column("hour", Integer))
    op.add_column("team", Column("gone_since", Moment))
