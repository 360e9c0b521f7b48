"""Claims on posting a card where the bot can only answer."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column

from storage.database.schema import Moment

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the end of a claim to places."""
    op.add_column("match_place", Column("posting_until", Moment))
