"""Stores the time zone of a server, and when its next daily puzzle is due, not the last day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa
from alembic import op

from storage.database.tables import Moment

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Replace the column."""
    columns = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("guild_settings")}
    # A new database already has the others.
    if "puzzle_day" not in columns:
        return
    op.add_column("guild_settings", sa.Column("zone", sa.Text()))
    op.add_column("guild_settings", sa.Column("puzzle_at", Moment()))
    _fill()
    op.drop_index("ix_guild_settings_puzzle_day", "guild_settings")
    op.drop_column("guild_settings", "puzzle_day")
    op.create_index("ix_guild_settings_puzzle_at", "guild_settings", ("puzzle_at",))


def _fill() -> None:
    row = sa.table(
        "guild_settings",
        sa.column("guild_id", sa.BigInteger()),
        sa.column("puzzle_day", sa.Text()),
        sa.column("puzzle_hour", sa.Integer()),
        sa.column("puzzle_at", Moment()),
    )
    query = sa.select(row.c.guild_id, row.c.puzzle_day, row.c.puzzle_hour)
    for each in op.get_bind().execute(query.where(row.c.puzzle_day.is_not(None))).all():
        following = date.fromisoformat(each.puzzle_day) + timedelta(days=1)
        puzzle_at = datetime.combine(following, time(each.puzzle_hour), UTC)
        is_its_row = row.c.guild_id == each.guild_id
        op.execute(sa.update(row).where(is_its_row).values(puzzle_at=puzzle_at))
