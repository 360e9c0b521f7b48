"""The results that don't count, stored when a player leaves an event."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, Column, Connection, Integer, MetaData, Table, Text, select, update

from storage.database.tables import Moment

revision = "0025"
down_revision = "0024"

_PLAYED = {"win", "draw", "loss", "time loss", "first", "second", "third"}


def upgrade() -> None:
    """Add the struck round of an entrant, decided by the results so far."""
    op.add_column("event_entrant", Column("struck_round", Integer))
    _strike(op.get_bind())


def _strike(connection: Connection) -> None:
    metadata = MetaData()
    ids = (Column("event_id", Integer), Column("number", Integer))
    entrant = Table(
        "event_entrant",
        metadata,
        *ids,
        Column("state", Text),
        Column("left_at", Moment),
        Column("struck_round", Integer),
    )
    event = Table("event", metadata, Column("id", Integer), Column("format", Text))
    ids = (Column("event_id", Integer), Column("number", Integer))
    round_ = Table("event_round", metadata, *ids, Column("over_at", Moment))
    pairing = Table(
        "event_pairing",
        metadata,
        Column("event_id", Integer),
        Column("round", Integer),
        Column("seats", JSON),
        Column("outcomes", JSON(none_as_null=True)),
    )
    former = (
        select(entrant.c.event_id, entrant.c.number, entrant.c.left_at)
        .join(event, event.c.id == entrant.c.event_id)
        .where(event.c.format.in_(("cup", "league", "tour")))
        .where(entrant.c.state.not_in(("in", "asked")), entrant.c.left_at.is_not(None))
    )
    for event_id, number, left_at in connection.execute(former).all():
        of_event = pairing.c.event_id == event_id
        lasting = select(round_.c.number).where(round_.c.event_id == event_id)
        lasting = lasting.where(round_.c.over_at.is_(None) | (round_.c.over_at >= left_at))
        for current in connection.execute(lasting).scalars().all():
            rows = connection.execute(
                select(pairing.c.seats, pairing.c.outcomes).where(
                    of_event, pairing.c.round == current
                )
            )
            own = [
                None if outcomes is None else outcomes[seats.index(number)]
                for seats, outcomes in rows
                if number in seats
            ]
            if 2 * sum(each in _PLAYED for each in own) < len(own):
                struck = update(entrant).values(struck_round=current)
                connection.execute(
                    struck.where(entrant.c.event_id == event_id, entrant.c.number == number)
                )
