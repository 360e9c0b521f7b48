"""Teams that hold a seat together, their members and votes, and the role that starts matches."""

from __future__ import annotations

from alembic import op
from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, Text

from storage.database.tables import Moment

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Create the tables of teams, and the columns that refer to them."""
    op.add_column("seat", Column("team_id", BigInteger))
    op.add_column("guild_settings", Column("team_role_id", BigInteger))
    op.create_table(
        "team",
        Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("voters", Text, nullable=False),
        Column("is_quick", Boolean, nullable=False),
        Column("waited_for", Moment),
    )
    op.create_table(
        "team_member",
        Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("user_id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("at", Moment, nullable=False),
        Index(None, "user_id"),
    )
    op.create_table(
        "vote",
        Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
        Column("ply", Integer, primary_key=True, autoincrement=False),
        Column("voter_id", BigInteger, primary_key=True, autoincrement=False),
        Column("name", Text, nullable=False),
        Column("moves", JSON, nullable=False),
        Column("wish", Text),
        Column("words", Text, nullable=False),
        Column("number", Integer, nullable=False),
        Column("at", Moment, nullable=False),
        Index(None, "voter_id"),
    )
