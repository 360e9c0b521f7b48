"""Indexes for the archive of finished matches."""

from __future__ import annotations

from alembic import op

revision = "0030"
down_revision = "0029"


def upgrade() -> None:
    """Create the indexes of finished matches by server, and by server and game."""
    for columns in (["guild_id", "ended_number"], ["guild_id", "game", "ended_number"]):
        op.create_index(f"ix_match_{'_'.join(columns)}", "match", columns)
