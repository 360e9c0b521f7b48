"""The first schema: matches, challenges, settings, the outbox and facts.

A migration describes the tables as they were on its day and is never edited afterwards, so it
imports nothing of what describes them today.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make every table, those that others refer to first."""
    op.create_table(
        "challenge",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("challenger_name", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_challenge"),
    )
    op.create_index("ix_challenge_challenger_id_state", "challenge", ["challenger_id", "state"])
    op.create_index("ix_challenge_channel_id_state", "challenge", ["channel_id", "state"])
    op.create_index("ix_challenge_state_expires_at", "challenge", ["state", "expires_at"])
    op.create_table(
        "fact",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_fact"),
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("board_width", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_settings"),
    )
    op.create_table(
        "challenge_guest",
        sa.Column("challenge_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("name", sa.Text()),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenge.id"], name="fk_challenge_guest_challenge_id_challenge"
        ),
        sa.PrimaryKeyConstraint("challenge_id", "position", name="pk_challenge_guest"),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("to_move", sa.Integer()),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("turn_started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.Column("result", sa.JSON()),
        sa.Column("card_message_id", sa.BigInteger()),
        sa.Column("card_ply", sa.Integer()),
        sa.Column("challenge_id", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenge.id"], name="fk_match_challenge_id_challenge"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.UniqueConstraint("challenge_id", name="uq_match_challenge_id"),
    )
    op.create_index("ix_match_channel_id_id", "match", ["channel_id", "id"])
    op.create_index("ix_match_guild_id_id", "match", ["guild_id", "id"])
    op.create_index("ix_match_state_channel_id", "match", ["state", "channel_id"])
    op.create_index("ix_match_state_guild_id", "match", ["state", "guild_id"])
    op.create_index("ix_match_state_thread_id", "match", ["state", "thread_id"])
    op.create_index("ix_match_thread_id_id", "match", ["thread_id", "id"])
    op.create_table(
        "move",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_move_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_move"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("match_id", sa.Integer()),
        sa.Column("challenge_id", sa.Integer()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("due_at", MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("attempted_at", MOMENT),
        sa.Column("sent_at", MOMENT),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("gave_up_at", MOMENT),
        sa.Column("error", sa.Text()),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenge.id"], name="fk_outbox_challenge_id_challenge"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_outbox_match_id_match"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
    )
    op.create_index("ix_outbox_match_id_kind", "outbox", ["match_id", "kind"])
    op.create_index(
        "ix_outbox_sent_at_gave_up_at_due_at", "outbox", ["sent_at", "gave_up_at", "due_at"]
    )
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("is_playing", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_seat_match_id_match"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seat"),
    )
    op.create_index("ix_seat_user_id_match_id", "seat", ["user_id", "match_id"])
