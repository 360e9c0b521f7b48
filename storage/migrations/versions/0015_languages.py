"""The languages that people and servers have chosen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Nobody has chosen one yet: whatever Discord says goes on being so."""
    op.add_column("person", sa.Column("language", sa.Text()))
    op.add_column("person", sa.Column("seen_language", sa.Text()))
    op.add_column("guild_settings", sa.Column("language", sa.Text()))
