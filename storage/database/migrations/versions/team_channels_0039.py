"""Teams whose channel was deleted."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column

from storage.database.tables import Moment

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Add the column."""
    op.add_column("team", Column("no_channel_since", Moment))
