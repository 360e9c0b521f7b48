"""Whether somebody's moves are asked for once more before they are played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Everybody's are, as they were."""
    op.add_column(
        "person", sa.Column("confirms", sa.Boolean, nullable=False, server_default=sa.true())
    )
