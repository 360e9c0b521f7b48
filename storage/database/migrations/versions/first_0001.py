"""The first schema: all tables as declared today. The first release freezes it."""

from __future__ import annotations

from alembic import op

from storage.schema import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    metadata.create_all(op.get_bind(), checkfirst=False)
