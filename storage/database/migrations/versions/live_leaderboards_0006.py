"""Live leaderboards become posts, so their state goes. Each is queued for its next update."""

from __future__ import annotations

from alembic import op
from sqlalchemy import inspect

revision = "0006"
down_revision = "0005"

_QUEUE = """
    INSERT INTO outbox
        (key, kind, lane, guild_id, channel_id, payload, created_at, due_at, attempts)
    SELECT 'l' || CAST(guild_id AS TEXT), 'leaderboard', 'leaderboard ' || CAST(guild_id AS TEXT),
        guild_id, channel_id, {payload}, next_at, next_at, 0
    FROM live_leaderboard
"""


def upgrade() -> None:
    """Queue the posts, and drop the column with its index."""
    connection = op.get_bind()
    columns = {column["name"] for column in inspect(connection).get_columns("live_leaderboard")}
    if "state" not in columns:
        return
    is_json = connection.dialect.name == "postgresql"
    op.execute(_QUEUE.format(payload="CAST('{}' AS JSON)" if is_json else "'{}'"))
    op.drop_index("ix_live_leaderboard_state_next_at", "live_leaderboard")
    op.drop_column("live_leaderboard", "state")
