"""Forums with a post for each match."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the forums of servers and places, none at first."""
    op.add_column("guild_settings", Column("forum_id", BigInteger))
    op.add_column("match_place", Column("forum_id", BigInteger))
