"""Puzzles as people have tried them, and those of each day."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, Table, Text

from storage.database.schema.base import Moment, metadata

# What somebody has made of a puzzle that they were given.
puzzle_attempt = Table(
    "puzzle_attempt",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("begun_at", Moment, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("solved_at", Moment),
    Index(None, "user_id", "outcome"),
    Index(None, "user_id", "solved_at"),
)

# How hard a puzzle has turned out to be; those that nobody has tried have no row.
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

# How well somebody solves the puzzles of a game.
solver_rating = Table(
    "solver_rating",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
)

# The puzzle of a day in a guild, from the moment that its card is queued.
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

# Who has tried the puzzle of a day while it was that.
daily_solver = Table(
    "daily_solver",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("is_first_try", Boolean, nullable=False),
    Index(None, "user_id"),
)
