"""Challenges by servers, whose members play as a team."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, Column

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Add the terms of a team to challenges."""
    op.add_column("challenge", Column("team", JSON))
