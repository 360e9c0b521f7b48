"""Correct the places of former matches: where somebody has won, none is shared.

Of those who shared one, more points come first, and on equal points the earlier seat. Ratings rest
on places, so where any is corrected they are to be recomputed (`club.ratings.rating_book`).
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

MATCH = sa.table("match", sa.column("id"), sa.column("state"), sa.column("result", sa.JSON()))
SEAT = sa.table("seat", sa.column("match_id"), sa.column("seat"), sa.column("place"))
FACT = sa.table("fact", sa.column("key"), sa.column("value"))

OUTDATED = "ratings_outdated"


def upgrade() -> None:
    """Give each of those who share a place one of their own."""
    connection = op.get_bind()
    shared = (
        sa.select(SEAT.c.match_id)
        .where(SEAT.c.place.is_not(None))
        .group_by(SEAT.c.match_id, SEAT.c.place)
        .having(sa.func.count() > 1)
    )
    rows = connection.execute(
        sa.select(SEAT.c.match_id, SEAT.c.seat, SEAT.c.place, MATCH.c.result)
        .join(MATCH, MATCH.c.id == SEAT.c.match_id)
        .where(MATCH.c.state == "over", SEAT.c.match_id.in_(shared))
        .order_by(SEAT.c.match_id, SEAT.c.seat)
    ).all()
    is_corrected = False
    for match_id, seats in groupby(rows, key=lambda row: row.match_id):
        found = list(seats)
        result: dict[str, Any] | None = found[0].result
        if result is None or not result["winners"]:
            continue
        scores: list[int] = result["scores"] or [0] * len(found)
        ranks: list[tuple[int, int, int]] = [
            (row.place, -scores[row.seat - 1], row.seat) for row in found
        ]
        for place, (_, _, seat) in enumerate(sorted(ranks), start=1):
            of_seat = SEAT.c.match_id == match_id, SEAT.c.seat == seat
            connection.execute(sa.update(SEAT).where(*of_seat).values(place=place))
        is_corrected = True
    if is_corrected:
        connection.execute(sa.insert(FACT).values(key=OUTDATED, value="yes"))
