"""Lines kept from Explore that are shown to everyone after the match."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Add the name under which a line is shown."""
    op.add_column("remembered_line", Column("shared_by", Text, nullable=True))
