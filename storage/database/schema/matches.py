"""Matches, their seats and moves, and the challenges that start them."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from storage.database.schema.base import SHARED, Moment, metadata

match = Table(
    "match",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("setup", JSON, nullable=False),
    # The server of its ratings and of the process that serves it, if any.
    Column("guild_id", BigInteger),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    # Stored so that lists of a user's turns need no replay of all matches.
    Column("to_move", Integer),
    Column("ply", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("turn_started_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("result", JSON(none_as_null=True)),
    Column("challenge_id", Integer, ForeignKey("challenge.id"), unique=True),
    Column("pace", Text, nullable=False),
    Column("deadline", Moment),
    Column("wakes_at", Moment),
    Column("paused_until", Moment),
    Column("time_left", Integer),
    Column("rated", Boolean, nullable=False),
    # The order in which matches ended, for ratings. Clocks are not exact enough.
    Column("ended_number", Integer),
    Column("unrated", Text),
    # Whether a computer is to move. It follows from `to_move` and the seats, and is stored because
    # these matches are queried constantly.
    Column("awaits_computer", Boolean, nullable=False),
    Column("guided", Boolean, nullable=False),
    # The event that it currently counts for. Events keep their matches.
    Column("event_id", Integer),
    # Whether the pool paired the players.
    Column("from_pool", Boolean, nullable=False),
    Index(None, "from_pool", "state", "created_at"),
    Index(None, "awaits_computer", "turn_started_at"),
    Index(None, "ended_number", unique=True),
    Index(None, "state", "wakes_at"),
    Index(None, "state", "guild_id"),
    Index(None, "event_id", "state"),
    Index(None, "guild_id", "id"),
    Index(None, "guild_id", "ended_at"),
)

match_place = Table(
    "match_place",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    # The channel, or that of the thread where it was agreed on. Discord doesn't announce archived
    # threads, and a user who can't see the channel must not learn of the match.
    Column("parent_id", BigInteger),
    Column("thread_id", BigInteger),
    # The forum, if that thread is a post of one.
    Column("forum_id", BigInteger),
    # Whether the channel is a private thread. Its parent's permissions don't tell who sees it.
    Column("is_private", Boolean, nullable=False),
    Column("card_message_id", BigInteger),
    Column("card_ply", Integer),
    # The end of a process's claim on posting the next card, if the bot can only answer.
    Column("posting_until", Moment),
    # Derived from the state of the match. Stored to find the few running matches of a channel among
    # all its matches.
    Column("is_running", Boolean, nullable=False),
    Index(None, "is_running", "channel_id"),
    Index(None, "is_running", "thread_id"),
    Index(None, "channel_id", "match_id"),
    Index(None, "thread_id", "match_id"),
)

seat = Table(
    "seat",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False, info=SHARED),
    Column("name", Text, nullable=False),
    Column("is_playing", Boolean, nullable=False),
    Column("bank", Integer),
    Column("place", Integer),
    Column("turns", Integer),
    Column("level", Integer),
    # The number of the place in which they are mentioned.
    Column("home", Integer, nullable=False),
    Index(None, "user_id", "match_id"),
)

move = Table(
    "move",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False, info=SHARED),
    Column("at", Moment, nullable=False),
    Column("time_left", Integer),
)

offer = Table(
    "offer",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("match.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("to_ply", Integer),
    Column("agreed", JSON, nullable=False),
    Column("state", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("closed_at", Moment),
    Index(None, "match_id", "state"),
)

conditional_line = Table(
    "conditional_line",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("match.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("texts", JSON, nullable=False),
    Column("made_at", Moment, nullable=False),
    Index(None, "match_id", "seat"),
)

challenge = Table(
    "challenge",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("place_kind", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("is_private", Boolean, nullable=False),
    Column("challenger_id", BigInteger, nullable=False, info=SHARED),
    Column("challenger_name", Text, nullable=False),
    Column("seat", Integer),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("closed_at", Moment),
    Column("message_id", BigInteger),
    Column("pace", Text, nullable=False),
    Column("seating", JSON(none_as_null=True)),
    Column("rated", Boolean, nullable=False),
    Column("rematch_of", Integer, ForeignKey("match.id", use_alter=True)),
    Index(None, "rematch_of"),
    Index(None, "state", "expires_at"),
    Index(None, "channel_id", "state"),
    Index(None, "challenger_id", "state"),
)

challenge_guest = Table(
    "challenge_guest",
    metadata,
    Column("challenge_id", Integer, ForeignKey("challenge.id"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, info=SHARED),
    Column("name", Text),
    Column("accepted", Boolean, nullable=False),
    Column("level", Integer),
    Index(None, "user_id"),
)

# The analysis of a finished match, computed only once.
review = Table(
    "review",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("made_at", Moment, nullable=False),
    Column("data", JSON, nullable=False),
)
