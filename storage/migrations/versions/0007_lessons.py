"""How far people have come in the lessons, and which matches are guided."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the new table, and add to the one of the matches."""
    op.create_table(
        "lesson_progress",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("lesson", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("user_id", "game", "lesson", name="pk_lesson_progress"),
    )
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("guided", sa.Boolean(), nullable=False, server_default="0"))
