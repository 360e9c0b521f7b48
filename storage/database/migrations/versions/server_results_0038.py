"""Matches between servers are rated. Their results follow when ratings are recomputed."""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    func,
    select,
    update,
)

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Mark the matches in which only servers play."""
    mark_matches_of_servers(op.get_bind())


def mark_matches_of_servers(connection: Connection) -> None:
    """Store that the matches in which only servers play are rated."""
    metadata = MetaData()
    match = Table("match", metadata, Column("id", Integer), Column("rated", Boolean))
    seat = Table("seat", metadata, Column("match_id", Integer), Column("team_id", BigInteger))
    teams = func.count(seat.c.team_id)
    of_servers = select(seat.c.match_id).group_by(seat.c.match_id).having(func.count() == teams)
    connection.execute(update(match).where(match.c.id.in_(of_servers)).values(rated=True))
