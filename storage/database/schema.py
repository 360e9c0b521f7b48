"""The tables, as the newest migration leaves them. Nothing else says what is stored.

Ids that come from outside (users, guilds, channels, messages) need 64 bits. The tables' own ids are
plain integers, because only those count up by themselves on every database.

An index stands for a question that a module beside this one asks; `match` has the most, because
matches are never deleted and every question about them has to stay cheap.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A point in time: any time zone going in, UTC coming out, never without one.

    Where the database knows no time zones (SQLite) the text that it keeps is UTC and of a fixed
    width, so that it sorts as the times do.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.utcoffset() is None:
            raise ValueError(f"the time {value} has no time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

match = Table(
    "match",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    # The channel, or that of the thread where it was agreed. Discord tells of no threads that are
    # folded away, and whoever can't see the channel is not to know of the match.
    Column("parent_id", BigInteger),
    Column("thread_id", BigInteger),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    # The set-up and the moves say who is to move, but only by a replay: the list of the matches in
    # which it is somebody's turn would have to replay every match that they play.
    Column("to_move", Integer),
    Column("ply", Integer, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("turn_started_at", Moment, nullable=False),
    Column("ended_at", Moment),
    Column("result", JSON(none_as_null=True)),
    Column("card_message_id", BigInteger),
    Column("card_ply", Integer),
    Column("challenge_id", Integer, ForeignKey("challenge.id"), unique=True),
    Column("pace", Text, nullable=False),
    Column("deadline", Moment),
    Column("wakes_at", Moment),
    Column("paused_until", Moment),
    Column("time_left", Integer),
    Column("rated", Boolean, nullable=False),
    # The order in which matches ended, by which ratings are computed; clocks could not tell it.
    Column("ended_number", Integer),
    Column("unrated", Text),
    # Whether the seat to move is a computer's; follows from `to_move` and the seats, and is stored
    # because these matches are looked for again and again.
    Column("awaits_computer", Boolean, nullable=False),
    Column("guided", Boolean, nullable=False),
    # The event that it counts for, as long as it does; events know their matches for good.
    Column("event_id", Integer),
    Index(None, "awaits_computer", "turn_started_at"),
    Index(None, "ended_number", unique=True),
    Index(None, "state", "wakes_at"),
    Index(None, "state", "guild_id"),
    Index(None, "state", "channel_id"),
    Index(None, "state", "thread_id"),
    Index(None, "event_id", "state"),
    Index(None, "guild_id", "id"),
    Index(None, "guild_id", "ended_at"),
    Index(None, "channel_id", "id"),
    Index(None, "thread_id", "id"),
)

seat = Table(
    "seat",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("is_playing", Boolean, nullable=False),
    Column("bank", Integer),
    Column("place", Integer),
    Column("turns", Integer),
    Column("level", Integer),
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
    Column("user_id", BigInteger, nullable=False),
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

vacation = Table(
    "vacation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("begins_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("days", Integer, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Index(None, "user_id", "ends_at"),
)

person = Table(
    "person",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("notice", Text, nullable=False),
    Column("refused_at", Moment),
    Column("digest_at", Moment),
    Column("is_everywhere", Boolean, nullable=False),
    Column("confirms", Boolean, nullable=False),
    Column("named_as_solver", Boolean),
    # The language that they have chosen, and the one in which they last used Discord.
    Column("language", Text),
    Column("seen_language", Text),
    Index(None, "digest_at"),
)

# One row a game, server (0: all servers), period ("all", "2026", "2026-11") and player. All of it
# follows from the matches; it is stored because a leaderboard of a hundred thousand players has to
# be shown at once.
rating = Table(
    "rating",
    metadata,
    Column("game", Text, primary_key=True),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("period", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
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
    # The order of each leaderboard, and all that tells who is on it.
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
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("was_provisional", Boolean, nullable=False),
    Column("is_provisional", Boolean, nullable=False),
    Index(None, "user_id", "guild_id", "game", "at"),
)

# What is known of a user in a guild: whether they are there, and what they are called.
member = Table(
    "member",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("is_present", Boolean, nullable=False),
    Column("checked_at", Moment, nullable=False),
    Index(None, "user_id"),
)

block = Table(
    "block",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "blocked_id"),
)

# How far somebody has come in a lesson of a game.
lesson_progress = Table(
    "lesson_progress",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("begun_at", Moment, nullable=False),
    Column("finished_at", Moment),
)

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

# A message that is kept up to date in a guild.
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

challenge = Table(
    "challenge",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("challenger_id", BigInteger, nullable=False),
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
    Column("user_id", BigInteger),
    Column("name", Text),
    Column("accepted", Boolean, nullable=False),
    Column("level", Integer),
    Index(None, "user_id"),
)

# What the computer thinks of a match that is over, so that it thinks of it only once.
review = Table(
    "review",
    metadata,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("made_at", Moment, nullable=False),
    Column("data", JSON, nullable=False),
)

# What engine workers on other machines have found, until whoever asked takes it.
search_answer = Table(
    "search_answer",
    metadata,
    Column("job_id", BigInteger, primary_key=True, autoincrement=False),
    Column("found_at", Moment, nullable=False),
    Column("answer", JSON, nullable=False),
    Index("ix_search_answer_found_at", "found_at"),
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channels", JSON, nullable=False),
    Column("threads", Boolean, nullable=False),
    Column("board_width", Integer, nullable=False),
    Column("pace", Text, nullable=False),
    Column("summary_channel_id", BigInteger),
    Column("summary_month", Text),
    Column("champion_role_id", BigInteger),
    Column("puzzle_channel_id", BigInteger),
    Column("puzzle_hour", Integer, nullable=False),
    Column("puzzle_games", JSON, nullable=False),
    Column("puzzle_day", Text),
    Column("language", Text),
    Index(None, "summary_month"),
    Index(None, "puzzle_day"),
)

# What admins and moderators have changed; before and after are codes, numbers and ids.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("before", JSON, nullable=False),
    Column("after", JSON, nullable=False),
    Index(None, "guild_id", "id"),
    Index(None, "user_id"),
    Index(None, "at"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    # None for direct messages. Only the process that serves it may post there.
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("payload", JSON, nullable=False),
    Column("match_id", Integer, ForeignKey("match.id")),
    Column("challenge_id", Integer, ForeignKey("challenge.id")),
    Column("created_at", Moment, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("attempted_at", Moment),
    Column("sent_at", Moment),
    Column("message_id", BigInteger),
    Column("gave_up_at", Moment),
    Column("error", Text),
    Index(None, "sent_at", "gave_up_at", "due_at"),
    Index(None, "match_id", "kind"),
)

event = Table(
    "event",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("format", Text, nullable=False),
    # None for a tour, which goes through all games.
    Column("game", Text),
    Column("name", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("opened_by", BigInteger, nullable=False),
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
    # The seasons of a league have the number of the first in common.
    Column("series_id", Integer, ForeignKey("event.id")),
    Column("season", Integer, nullable=False),
    Column("told_news", Integer, nullable=False),
    Column("told_at", Moment),
    Index(None, "series_id", "season", unique=True),
    Index(None, "state", "wakes_at"),
    Index(None, "guild_id", "state"),
    Index(None, "opened_by"),
)

# Rows of an event name its entrants by their numbers in it, so that a person stands in one row.
event_entrant = Table(
    "event_entrant",
    metadata,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("seed", Integer),
    Column("rating", Float, nullable=False),
    Column("division", Integer),
    # On the ladder while it runs; the final place once an event is over.
    Column("place", Integer),
    Column("first_round", Integer, nullable=False),
    Column("joined_at", Moment, nullable=False),
    Column("seen_at", Moment, nullable=False),
    Column("asked_at", Moment),
    Column("left_at", Moment),
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
    # The numbers of entrants, seat 1 first, and what each got, once that is known.
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

# What has happened in an event, for its thread to tell; entrants by their numbers.
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

fact = Table(
    "fact",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)


def columns_of(record: type[Any], table: Table) -> tuple[Column[Any], ...]:
    """The columns that fill a dataclass, in the order of its fields: `Move(*row)`.

    Fields that the table has no column for come after the others and are left out.
    """
    return tuple(table.c[field.name] for field in fields(record) if field.name in table.c)
