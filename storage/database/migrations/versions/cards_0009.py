"""A place of a match needs its card: one kind of post, compared with the stored card.

Posts about changes become posts of that kind, and the removal of controls a former card to tidy.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.database.tables import Moment

revision = "0009"
down_revision = "0008"

_FORMER = (
    sa.Column("message_id", sa.BigInteger(), primary_key=True, autoincrement=False),
    sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id"), nullable=False),
    sa.Column("place", sa.Integer(), nullable=False),
    sa.Column("channel_id", sa.BigInteger(), nullable=False),
    sa.Column("ply", sa.Integer(), nullable=False),
    sa.Column("is_extra", sa.Boolean(), nullable=False),
    sa.Column("replaced_at", Moment(), nullable=False),
    sa.Column("is_tidy", sa.Boolean(), nullable=False),
)
_OUTBOX = sa.table(
    "outbox",
    *(sa.column(name, sa.BigInteger) for name in ("id", "match_id", "channel_id")),
    *(sa.column(name, sa.Text) for name in ("kind", "lane")),
    *(sa.column(name, Moment) for name in ("created_at", "sent_at", "gave_up_at")),
    sa.column("payload", sa.JSON),
)
_WAITS = "sent_at IS NULL AND gave_up_at IS NULL"

# A card shows the present turn unless a board is due, be it after a computer's move.
_PLACES = f"""
    match_place.card_message_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM outbox
        WHERE kind = 'board' AND {_WAITS}
            AND lane = 'match ' || CAST(match_place.match_id AS TEXT)
                || ' place ' || CAST(match_place.number AS TEXT)
    )
"""
_OVER = f"UPDATE match_place SET card_turn = 'over' WHERE NOT is_running AND {_PLACES}"
_RUNNING = sa.text(f"""
    SELECT match_id, number, card_ply, turn_started_at FROM match_place
    JOIN "match" ON "match".id = match_id
    WHERE is_running AND NOT awaits_computer AND {_PLACES}
""").columns(turn_started_at=Moment())
_SET_TURN = sa.text(
    "UPDATE match_place SET card_turn = :turn WHERE match_id = :match_id AND number = :number"
)
_RENAME = f"UPDATE outbox SET kind = 'card' WHERE kind IN ('board', 'refresh') AND {_WAITS}"


def upgrade() -> None:
    """Add the columns and the table, and turn what waits into the new kind."""
    connection = op.get_bind()
    columns = {column["name"] for column in sa.inspect(connection).get_columns("match_place")}
    # A new database already has them.
    if "card_turn" in columns:
        return
    op.add_column("match_place", sa.Column("card_turn", sa.Text()))
    op.add_column("match_place", sa.Column("card_digest", sa.Text()))
    former_cards = op.create_table("former_card", *_FORMER)
    op.create_index("ix_former_card_match_id_is_tidy", "former_card", ("match_id", "is_tidy"))
    op.create_index("ix_former_card_replaced_at", "former_card", ("replaced_at",))
    op.execute(_OVER)
    for place in connection.execute(_RUNNING).all():
        turn = f"{place.card_ply} {place.turn_started_at}"
        values = {"match_id": place.match_id, "number": place.number, "turn": turn}
        connection.execute(_SET_TURN, values)
    op.execute(_RENAME)
    row = _OUTBOX.c
    query = sa.select(_OUTBOX).where(row.kind.in_(("strip", "remove stray")))
    for post in connection.execute(query.order_by(row.id)).all():
        place, waits = post.payload.get("place", 1), not (post.sent_at or post.gave_up_at)
        is_extra = post.kind == "remove stray"
        if waits or not is_extra:
            values = {
                "message_id": post.payload["message_id"],
                "match_id": post.match_id,
                "place": place,
                "channel_id": post.channel_id,
                "ply": post.payload.get("ply", 0),
                "is_extra": is_extra,
                "replaced_at": post.created_at,
                "is_tidy": not waits,
            }
            connection.execute(sa.insert(former_cards).values(values))
        lane = f"match {post.match_id} place {place}"
        change = sa.update(_OUTBOX).where(row.id == post.id)
        connection.execute(change.values(kind="card", lane=lane, payload={"place": place}))
