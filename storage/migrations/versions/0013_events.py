"""Events, who takes part in them, their rounds, pairings and news."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables, and add to those of the matches and the settings."""
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("game", sa.Text()),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("opened_by", sa.BigInteger(), nullable=False),
        sa.Column("opened_by_name", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("card_message_id", sa.BigInteger()),
        sa.Column("scheduled_event_id", sa.BigInteger()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entries_close_at", sa.DateTime(timezone=True)),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("ends_at", sa.DateTime(timezone=True)),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("extended_at", sa.DateTime(timezone=True)),
        sa.Column("wakes_at", sa.DateTime(timezone=True)),
        sa.Column("series_id", sa.Integer()),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("told_news", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
        sa.ForeignKeyConstraint(["series_id"], ["event.id"], name="fk_event_series_id_event"),
    )
    op.create_index("ix_event_series_id_season", "event", ["series_id", "season"], unique=True)
    op.create_index("ix_event_state_wakes_at", "event", ["state", "wakes_at"])
    op.create_index("ix_event_guild_id_state", "event", ["guild_id", "state"])
    op.create_index("ix_event_opened_by", "event", ["opened_by"])
    op.create_table(
        "event_entrant",
        _of_event(),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seed", sa.Integer()),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("division", sa.Integer()),
        sa.Column("place", sa.Integer()),
        sa.Column("first_round", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True)),
        sa.Column("left_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_entrant"),
        _refers_to_event("event_entrant"),
    )
    op.create_index(
        "ix_event_entrant_event_id_user_id", "event_entrant", ["event_id", "user_id"], unique=True
    )
    op.create_index("ix_event_entrant_user_id_place", "event_entrant", ["user_id", "place"])
    op.create_table(
        "event_round",
        _of_event(),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True)),
        sa.Column("over_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_round"),
        _refers_to_event("event_round"),
    )
    op.create_table(
        "event_pairing",
        sa.Column("id", sa.Integer(), nullable=False),
        _of_event(),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("division", sa.Integer(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("outcomes", sa.JSON()),
        sa.Column("match_id", sa.Integer()),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True)),
        sa.Column("settled_at", sa.DateTime(timezone=True)),
        sa.Column("adjudicated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_event_pairing"),
        _refers_to_event("event_pairing"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_event_pairing_match_id_match"),
    )
    op.create_index(
        "ix_event_pairing_event_id_round_board",
        "event_pairing",
        ["event_id", "round", "board"],
        unique=True,
    )
    op.create_index("ix_event_pairing_match_id", "event_pairing", ["match_id"], unique=True)
    op.create_index("ix_event_pairing_settled_at", "event_pairing", ["settled_at"])
    op.create_table(
        "event_news",
        _of_event(),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("round", sa.Integer()),
        sa.Column("entrants", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_news"),
        _refers_to_event("event_news"),
    )
    op.add_column("match", sa.Column("event_id", sa.Integer()))
    op.create_index("ix_match_event_id_state", "match", ["event_id", "state"])
    op.add_column("guild_settings", sa.Column("champion_role_id", sa.BigInteger()))


def _of_event() -> sa.Column[int]:
    return sa.Column("event_id", sa.Integer(), autoincrement=False, nullable=False)


def _refers_to_event(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=f"fk_{table}_event_id_event")
