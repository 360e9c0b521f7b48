"""Daily puzzles."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Table, Text

from storage.database.tables import Moment, metadata

# A guild's puzzle of a day, from the moment that its card is queued.
daily_puzzle = Table(
    "daily_puzzle",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("closes_at", Moment, nullable=False),
    Column("message_id", BigInteger),
    Column("is_closed", Boolean, nullable=False),
    Index(None, "is_closed", "closes_at"),
)

# Tries at the puzzle of a day on that day.
daily_solver = Table(
    "daily_solver",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info={"person": "own"}),
    Column("name", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("is_first_try", Boolean, nullable=False),
    Index(None, "user_id"),
)
