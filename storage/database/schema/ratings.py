"""Ratings and live leaderboards."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, Table, Text

from storage.database.schema.base import SHARED, Moment, metadata

# One row per game, server (0: all servers), period ("all", "2026", "2026-11") and player. It
# follows from the matches, and is stored because a leaderboard of a hundred thousand players must
# open at once.
rating = Table(
    "rating",
    metadata,
    Column("game", Text, primary_key=True),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("period", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=SHARED),
    Column("name", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("mu_before", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest_streak", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
    Column("shown_until", Moment),
    Column("is_hidden", Boolean, nullable=False),
    Index(None, "user_id"),
    # The order of each leaderboard, and who is on it.
    *(
        Index(
            f"ix_rating_by_{sorted_by[0]}",
            *("game", "guild_id", "period", *sorted_by, "user_id", "is_hidden", "shown_until"),
        )
        for sorted_by in (("mu",), ("wins", "mu"), ("matches", "mu"))
    ),
)

rating_change = Table(
    "rating_change",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=SHARED),
    Column("game", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("was_provisional", Boolean, nullable=False),
    Column("is_provisional", Boolean, nullable=False),
    Index(None, "user_id", "guild_id", "game", "at"),
)

# A guild's live leaderboard message.
live_leaderboard = Table(
    "live_leaderboard",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", Text),
    Column("message_id", BigInteger),
    Column("state", Text, nullable=False),
    Column("next_at", Moment, nullable=False),
    Index(None, "state", "next_at"),
)
