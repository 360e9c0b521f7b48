"""Stores the lane of each post, and the lane whose boards come first."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

OUTBOX = sa.table(
    "outbox",
    *(sa.column(name, sa.BigInteger) for name in ("id", "match_id", "challenge_id")),
    *(sa.column(name, sa.BigInteger) for name in ("guild_id", "channel_id")),
    *(sa.column(name, sa.Text) for name in ("kind", "lane", "after")),
    sa.column("payload", sa.JSON),
)
INDEX = ("lane", "sent_at", "gave_up_at")


def upgrade() -> None:
    """Add the columns, and fill them from what the posts say."""
    connection = op.get_bind()
    columns = {column["name"] for column in sa.inspect(connection).get_columns("outbox")}
    # A new database already has them.
    if "lane" in columns:
        return
    op.add_column("outbox", sa.Column("lane", sa.Text(), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("after", sa.Text()))
    op.create_index(f"ix_outbox_{'_'.join(INDEX)}", "outbox", INDEX)
    for row in connection.execute(sa.select(OUTBOX)).all():
        place = row.payload.get("place")
        place_lane = f"match {row.match_id} place {place}"
        is_in_place = row.match_id is not None and row.channel_id is not None and place is not None
        after = place_lane if row.kind == "direct" else None
        values = {"lane": place_lane if is_in_place else _other_lane(row), "after": after}
        connection.execute(sa.update(OUTBOX).where(OUTBOX.c.id == row.id).values(values))


def _other_lane(row: Any) -> str:
    """Return the lane of a post that isn't for a place of a match."""
    if row.channel_id is None:
        return f"person {row.payload.get('user_id')}"
    if row.match_id is not None:
        return f"match {row.match_id} channel {row.channel_id}"
    if row.challenge_id is not None:
        return f"challenge {row.challenge_id} channel {row.channel_id}"
    if row.kind in ("event", "event news"):
        stage = "early" if row.kind == "event news" or row.payload.get("is_first") else "late"
        return f"event {row.payload['event_id']} {stage}"
    return f"{row.kind} {row.guild_id}"
