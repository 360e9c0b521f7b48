"""Pace and clocks, offers, conditional moves, vacations, what people wish to be told, rematches.

Matches that ran before there were clocks go on without one.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the new tables, and add to those that are there."""
    _add_tables()
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("pace", sa.Text(), nullable=False, server_default="none"))
        table.add_column(sa.Column("deadline", MOMENT))
        table.add_column(sa.Column("wakes_at", MOMENT))
        table.add_column(sa.Column("paused_until", MOMENT))
        table.add_column(sa.Column("time_left", sa.Integer()))
        table.create_index("ix_match_state_wakes_at", ["state", "wakes_at"])
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("bank", sa.Integer()))
    with op.batch_alter_table("move") as table:
        table.add_column(sa.Column("time_left", sa.Integer()))
    with op.batch_alter_table("challenge") as table:
        table.add_column(sa.Column("pace", sa.Text(), nullable=False, server_default="none"))
        table.add_column(sa.Column("seating", sa.JSON()))
    # SQLite adds a column that refers to another table, but a constraint only by making the table
    # anew, for which it would have to be without those that refer to it.
    op.execute('ALTER TABLE challenge ADD COLUMN rematch_of INTEGER REFERENCES "match" (id)')
    op.create_index("ix_challenge_rematch_of", "challenge", ["rematch_of"])
    with op.batch_alter_table("guild_settings") as table:
        table.add_column(sa.Column("pace", sa.Text(), nullable=False, server_default="3d"))
    with op.batch_alter_table("outbox") as table:
        table.alter_column("channel_id", existing_type=sa.BigInteger(), nullable=True)


def _add_tables() -> None:
    op.create_table(
        "offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("to_ply", sa.Integer()),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_offer_match_id_match"),
        sa.PrimaryKeyConstraint("id", name="pk_offer"),
    )
    op.create_index("ix_offer_match_id_state", "offer", ["match_id", "state"])
    op.create_table(
        "conditional_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name="fk_conditional_line_match_id_match"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_conditional_line"),
    )
    op.create_index("ix_conditional_line_match_id_seat", "conditional_line", ["match_id", "seat"])
    op.create_table(
        "vacation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("begins_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_vacation"),
    )
    op.create_index("ix_vacation_user_id_ends_at", "vacation", ["user_id", "ends_at"])
    op.create_table(
        "person",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("notice", sa.Text(), nullable=False),
        sa.Column("refused_at", MOMENT),
        sa.Column("digest_at", MOMENT),
        sa.PrimaryKeyConstraint("user_id", name="pk_person"),
    )
    op.create_index("ix_person_digest_at", "person", ["digest_at"])
