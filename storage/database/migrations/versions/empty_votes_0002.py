"""Deletes votes without a turn or a wish, which were left by wishes that were taken back."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Delete the votes."""
    op.execute("DELETE FROM vote WHERE wish IS NULL AND CAST(moves AS TEXT) = '[]'")
