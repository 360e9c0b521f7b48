"""Ratings and what is shown of them, who is a member where, who blocks whom.

Matches that were agreed before there were ratings are unrated.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the new tables, and add to those that are there."""
    _add_ratings()
    _add_people()
    # As a text such a default is added to a SQLite table that others refer to; as an expression it
    # would need the table made anew.
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("rated", sa.Boolean(), nullable=False, server_default="0"))
        table.add_column(sa.Column("ended_number", sa.Integer()))
        table.add_column(sa.Column("unrated", sa.Text()))
    op.create_index("ix_match_ended_number", "match", ["ended_number"], unique=True)
    op.create_index("ix_match_guild_id_ended_at", "match", ["guild_id", "ended_at"])
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("place", sa.Integer()))
        table.add_column(sa.Column("turns", sa.Integer()))
    with op.batch_alter_table("challenge") as table:
        table.add_column(sa.Column("rated", sa.Boolean(), nullable=False, server_default="0"))
    op.create_index("ix_challenge_guest_user_id", "challenge_guest", ["user_id"])
    with op.batch_alter_table("person") as table:
        table.add_column(
            sa.Column("is_everywhere", sa.Boolean(), nullable=False, server_default="1")
        )
    with op.batch_alter_table("guild_settings") as table:
        table.add_column(sa.Column("summary_channel_id", sa.BigInteger()))
        table.add_column(sa.Column("summary_month", sa.Text()))
    op.create_index("ix_guild_settings_summary_month", "guild_settings", ["summary_month"])


def _add_ratings() -> None:
    op.create_table(
        "rating",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("mu_before", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest_streak", sa.Integer(), nullable=False),
        sa.Column("last_at", MOMENT, nullable=False),
        sa.Column("shown_until", MOMENT),
        sa.Column("is_hidden", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", "guild_id", "period", "user_id", name="pk_rating"),
    )
    op.create_index("ix_rating_user_id", "rating", ["user_id"])
    for order in (["mu"], ["wins", "mu"], ["matches", "mu"]):
        columns = ["game", "guild_id", "period", *order, "user_id", "is_hidden", "shown_until"]
        op.create_index(f"ix_rating_by_{order[0]}", "rating", columns)
    op.create_table(
        "rating_change",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("after", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("was_provisional", sa.Boolean(), nullable=False),
        sa.Column("is_provisional", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_rating_change_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", "guild_id", "user_id", name="pk_rating_change"),
    )
    op.create_index(
        "ix_rating_change_user_id_guild_id_game_at",
        "rating_change",
        ["user_id", "guild_id", "game", "at"],
    )


def _add_people() -> None:
    op.create_table(
        "member",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("is_present", sa.Boolean(), nullable=False),
        sa.Column("checked_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_member"),
    )
    op.create_index("ix_member_user_id", "member", ["user_id"])
    op.create_table(
        "block",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_block"),
    )
    op.create_index("ix_block_blocked_id", "block", ["blocked_id"])
    op.create_table(
        "live_leaderboard",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("next_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_live_leaderboard"),
    )
    op.create_index("ix_live_leaderboard_state_next_at", "live_leaderboard", ["state", "next_at"])
