"""Puzzles: what people make of them, ratings, and the puzzle of a day in a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the tables, and add to the wishes of people and servers."""
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "puzzle_attempt",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("begun_at", moment, nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("solved_at", moment),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name="pk_puzzle_attempt"),
    )
    for column in ("outcome", "solved_at"):
        name = f"ix_puzzle_attempt_user_id_{column}"
        op.create_index(name, "puzzle_attempt", ["user_id", column])
    op.create_table(
        "puzzle_rating",
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_rating"),
    )
    op.create_index("ix_puzzle_rating_game", "puzzle_rating", ["game"])
    op.create_table(
        "solver_rating",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("last_at", moment, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name="pk_solver_rating"),
    )
    op.create_table(
        "daily_puzzle",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("closes_at", moment, nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("is_closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_puzzle"),
    )
    op.create_index(
        "ix_daily_puzzle_is_closed_closes_at", "daily_puzzle", ["is_closed", "closes_at"]
    )
    op.create_table(
        "daily_solver",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("is_first_try", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_daily_solver"),
    )
    op.create_index("ix_daily_solver_user_id", "daily_solver", ["user_id"])
    op.add_column("person", sa.Column("named_as_solver", sa.Boolean()))
    op.add_column("guild_settings", sa.Column("puzzle_channel_id", sa.BigInteger()))
    op.add_column(
        "guild_settings",
        sa.Column("puzzle_hour", sa.Integer(), nullable=False, server_default="9"),
    )
    op.add_column(
        "guild_settings",
        sa.Column("puzzle_games", sa.JSON(), nullable=False, server_default="[]"),
    )
    op.add_column("guild_settings", sa.Column("puzzle_day", sa.Text()))
    op.create_index("ix_guild_settings_puzzle_day", "guild_settings", ["puzzle_day"])
