"""Computer opponents on seats, which matches wait for one of them, and reviews of matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the new table, and add to those that are there."""
    with op.batch_alter_table("match") as table:
        table.add_column(
            sa.Column("awaits_computer", sa.Boolean(), nullable=False, server_default="0")
        )
    op.create_index(
        "ix_match_awaits_computer_turn_started_at", "match", ["awaits_computer", "turn_started_at"]
    )
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("level", sa.Integer()))
    with op.batch_alter_table("challenge_guest") as table:
        table.add_column(sa.Column("level", sa.Integer()))
    op.create_table(
        "review",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_review_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", name="pk_review"),
    )
