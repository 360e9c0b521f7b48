"""Puzzles that people have tried, and daily puzzles."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, Table, Text

from storage.database.schema.base import OWN, Moment, metadata

# A user's attempt at a puzzle.
puzzle_attempt = Table(
    "puzzle_attempt",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("begun_at", Moment, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("solved_at", Moment),
    Index(None, "user_id", "outcome"),
    Index(None, "user_id", "solved_at"),
)

# The rating of a puzzle. Untried puzzles have no row.
puzzle_rating = Table(
    "puzzle_rating",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Index(None, "game"),
)

# A user's strength in the puzzles of a game.
solver_rating = Table(
    "solver_rating",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
)

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
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("name", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("is_first_try", Boolean, nullable=False),
    Index(None, "user_id"),
)
