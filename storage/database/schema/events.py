"""Events, their entrants, rounds, pairings and news."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
)

from storage.database.tables import Moment, metadata

event = Table(
    "event",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("format", Text, nullable=False),
    # None for a tour, which plays all games.
    Column("game", Text),
    Column("name", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("opened_by", BigInteger, nullable=False, info={"person": "shared"}),
    Column("opened_by_name", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("thread_id", BigInteger),
    Column("card_message_id", BigInteger),
    Column("scheduled_event_id", BigInteger),
    Column("created_at", Moment, nullable=False),
    Column("entries_close_at", Moment),
    Column("started_at", Moment),
    Column("ends_at", Moment),
    Column("ended_at", Moment),
    Column("extended_at", Moment),
    Column("wakes_at", Moment),
    # The seasons of a league share the number of the first.
    Column("series_id", Integer, ForeignKey("event.id")),
    Column("season", Integer, nullable=False),
    Column("told_news", Integer, nullable=False),
    Column("told_at", Moment),
    Index(None, "series_id", "season", unique=True),
    Index(None, "state", "wakes_at"),
    Index(None, "guild_id", "state"),
    Index(None, "opened_by"),
)

# Rows of an event refer to entrants by their numbers, so only one row names the person.
event_entrant = Table(
    "event_entrant",
    metadata,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False, info={"person": "shared"}),
    Column("name", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("seed", Integer),
    Column("rating", Float, nullable=False),
    Column("division", Integer),
    # On a running ladder, and the final place of every event.
    Column("place", Integer),
    Column("first_round", Integer, nullable=False),
    Column("joined_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("asked_at", Moment),
    Column("left_at", Moment),
    # The round whose results don't count, because they left early.
    Column("struck_round", Integer),
    Index(None, "event_id", "user_id", unique=True),
    Index(None, "user_id", "place"),
)

event_round = Table(
    "event_round",
    metadata,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("begun_at", Moment, nullable=False),
    Column("ends_at", Moment),
    Column("over_at", Moment),
)

event_pairing = Table(
    "event_pairing",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("event_id", Integer, ForeignKey("event.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("division", Integer, nullable=False),
    # The numbers of entrants, seat 1 first, and their results, if known.
    Column("seats", JSON, nullable=False),
    Column("outcomes", JSON(none_as_null=True)),
    Column("match_id", Integer, ForeignKey("match.id")),
    Column("made_at", Moment, nullable=False),
    Column("ends_at", Moment),
    Column("settled_at", Moment),
    Column("adjudicated", Boolean, nullable=False),
    Index(None, "event_id", "round", "board", unique=True),
    Index(None, "match_id", unique=True),
    Index(None, "settled_at"),
)

# News of an event for its thread, with entrants by their numbers.
event_news = Table(
    "event_news",
    metadata,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("kind", Text, nullable=False),
    Column("round", Integer),
    Column("entrants", JSON, nullable=False),
    Column("places", JSON, nullable=False),
)
