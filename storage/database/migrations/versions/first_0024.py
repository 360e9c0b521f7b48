"""The first schema: all tables, as they were on 23 November 2026.

From the first release tag on, migrations are only ever added. This one describes the tables of that
day itself, because it must not change with the declarations of today.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
)

revision = "0024"
down_revision = None

MOMENT = DateTime(timezone=True)
SCHEMA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def upgrade() -> None:
    """Create all tables."""
    SCHEMA.create_all(op.get_bind(), checkfirst=False)


Table(
    "match",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("setup", JSON, nullable=False),
    Column("guild_id", BigInteger),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("to_move", Integer),
    Column("ply", Integer, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("turn_started_at", MOMENT, nullable=False),
    Column("ended_at", MOMENT),
    Column("result", JSON(none_as_null=True)),
    Column("challenge_id", Integer, ForeignKey("challenge.id"), unique=True),
    Column("pace", Text, nullable=False),
    Column("deadline", MOMENT),
    Column("wakes_at", MOMENT),
    Column("paused_until", MOMENT),
    Column("time_left", Integer),
    Column("rated", Boolean, nullable=False),
    Column("ended_number", Integer),
    Column("unrated", Text),
    Column("awaits_computer", Boolean, nullable=False),
    Column("guided", Boolean, nullable=False),
    Column("event_id", Integer),
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

Table(
    "match_place",
    SCHEMA,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("thread_id", BigInteger),
    Column("forum_id", BigInteger),
    Column("card_message_id", BigInteger),
    Column("card_ply", Integer),
    Column("posting_until", MOMENT),
    Column("is_running", Boolean, nullable=False),
    Index(None, "is_running", "channel_id"),
    Index(None, "is_running", "thread_id"),
    Index(None, "channel_id", "match_id"),
    Index(None, "thread_id", "match_id"),
)

Table(
    "seat",
    SCHEMA,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("is_playing", Boolean, nullable=False),
    Column("bank", Integer),
    Column("place", Integer),
    Column("turns", Integer),
    Column("level", Integer),
    Column("home", Integer, nullable=False),
    Index(None, "user_id", "match_id"),
)

Table(
    "move",
    SCHEMA,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("time_left", Integer),
)

Table(
    "offer",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("match.id"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("to_ply", Integer),
    Column("agreed", JSON, nullable=False),
    Column("state", Text, nullable=False),
    Column("made_at", MOMENT, nullable=False),
    Column("closed_at", MOMENT),
    Index(None, "match_id", "state"),
)

Table(
    "conditional_line",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("match_id", Integer, ForeignKey("match.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("texts", JSON, nullable=False),
    Column("made_at", MOMENT, nullable=False),
    Index(None, "match_id", "seat"),
)

Table(
    "challenge",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", JSON, nullable=False),
    Column("place_kind", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("challenger_id", BigInteger, nullable=False),
    Column("challenger_name", Text, nullable=False),
    Column("seat", Integer),
    Column("state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("expires_at", MOMENT, nullable=False),
    Column("closed_at", MOMENT),
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

Table(
    "challenge_guest",
    SCHEMA,
    Column("challenge_id", Integer, ForeignKey("challenge.id"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", Text),
    Column("accepted", Boolean, nullable=False),
    Column("level", Integer),
    Index(None, "user_id"),
)

Table(
    "review",
    SCHEMA,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("made_at", MOMENT, nullable=False),
    Column("data", JSON, nullable=False),
)

Table(
    "person",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("notice", Text, nullable=False),
    Column("refused_at", MOMENT),
    Column("digest_at", MOMENT),
    Column("is_everywhere", Boolean, nullable=False),
    Column("confirms", Boolean, nullable=False),
    Column("confirmed_moves", Integer, nullable=False),
    Column("named_as_solver", Boolean),
    Column("language", Text),
    Column("seen_language", Text),
    Index(None, "digest_at"),
)

Table(
    "member",
    SCHEMA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("is_present", Boolean, nullable=False),
    Column("checked_at", MOMENT, nullable=False),
    Index(None, "user_id"),
)

Table(
    "block",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at", MOMENT, nullable=False),
    Index(None, "blocked_id"),
)

Table(
    "followed_match",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("at", MOMENT, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Index(None, "match_id"),
)

Table(
    "followed_player",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("followed_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at", MOMENT, nullable=False),
    Index(None, "followed_id"),
)

Table(
    "vacation",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("begins_at", MOMENT, nullable=False),
    Column("ends_at", MOMENT, nullable=False),
    Column("days", Integer, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Index(None, "user_id", "ends_at"),
)

Table(
    "lesson_progress",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("begun_at", MOMENT, nullable=False),
    Column("finished_at", MOMENT),
    Column("seen_at", MOMENT),
)

Table(
    "guild_settings",
    SCHEMA,
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
    Column("pages", Text, nullable=False),
    Column("plays_out", Boolean, nullable=False),
    Column("forum_id", BigInteger),
    Index(None, "summary_month"),
    Index(None, "puzzle_day"),
    Index(None, "pages"),
)

Table(
    "page_server",
    SCHEMA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

Table(
    "page_channel",
    SCHEMA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("is_thread", Boolean, nullable=False),
)

Table(
    "web_link",
    SCHEMA,
    Column("token_hash", Text, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("match_id", Integer),
    Column("expires_at", MOMENT, nullable=False),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

Table(
    "web_session",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("browser", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("used_at", MOMENT, nullable=False),
    Column("expires_at", MOMENT, nullable=False),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

Table(
    "pool_entry",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    Column("direct_channel_id", BigInteger),
    Column("games", JSON, nullable=False),
    Column("fastest", Text, nullable=False),
    Column("slowest", Text, nullable=False),
    Column("most", Integer, nullable=False),
    Column("reach", Text, nullable=False),
    Column("joined_at", MOMENT, nullable=False),
    Column("expires_at", MOMENT, nullable=False),
    Column("is_warned", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("paired_at", MOMENT),
    Index(None, "expires_at"),
    Index(None, "guild_id"),
)

Table(
    "audit",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("before", JSON, nullable=False),
    Column("after", JSON, nullable=False),
    Index(None, "guild_id", "id"),
    Index(None, "user_id"),
    Index(None, "at"),
)

Table(
    "rating",
    SCHEMA,
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
    Column("last_at", MOMENT, nullable=False),
    Column("shown_until", MOMENT),
    Column("is_hidden", Boolean, nullable=False),
    Index(None, "user_id"),
    *(
        Index(
            f"ix_rating_by_{sorted_by[0]}",
            *("game", "guild_id", "period", *sorted_by, "user_id", "is_hidden", "shown_until"),
        )
        for sorted_by in (("mu",), ("wins", "mu"), ("matches", "mu"))
    ),
)

Table(
    "rating_change",
    SCHEMA,
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("was_provisional", Boolean, nullable=False),
    Column("is_provisional", Boolean, nullable=False),
    Index(None, "user_id", "guild_id", "game", "at"),
)

Table(
    "live_leaderboard",
    SCHEMA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", Text),
    Column("message_id", BigInteger),
    Column("state", Text, nullable=False),
    Column("next_at", MOMENT, nullable=False),
    Index(None, "state", "next_at"),
)

Table(
    "puzzle_attempt",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("begun_at", MOMENT, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("solved_at", MOMENT),
    Index(None, "user_id", "outcome"),
    Index(None, "user_id", "solved_at"),
)

Table(
    "puzzle_rating",
    SCHEMA,
    Column("puzzle", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Index(None, "game"),
)

Table(
    "solver_rating",
    SCHEMA,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Column("last_at", MOMENT, nullable=False),
)

Table(
    "daily_puzzle",
    SCHEMA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("closes_at", MOMENT, nullable=False),
    Column("message_id", BigInteger),
    Column("is_closed", Boolean, nullable=False),
    Index(None, "is_closed", "closes_at"),
)

Table(
    "daily_solver",
    SCHEMA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("is_first_try", Boolean, nullable=False),
    Index(None, "user_id"),
)

Table(
    "event",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("format", Text, nullable=False),
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
    Column("created_at", MOMENT, nullable=False),
    Column("entries_close_at", MOMENT),
    Column("started_at", MOMENT),
    Column("ends_at", MOMENT),
    Column("ended_at", MOMENT),
    Column("extended_at", MOMENT),
    Column("wakes_at", MOMENT),
    Column("series_id", Integer, ForeignKey("event.id")),
    Column("season", Integer, nullable=False),
    Column("told_news", Integer, nullable=False),
    Column("told_at", MOMENT),
    Index(None, "series_id", "season", unique=True),
    Index(None, "state", "wakes_at"),
    Index(None, "guild_id", "state"),
    Index(None, "opened_by"),
)

Table(
    "event_entrant",
    SCHEMA,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("seed", Integer),
    Column("rating", Float, nullable=False),
    Column("division", Integer),
    Column("place", Integer),
    Column("first_round", Integer, nullable=False),
    Column("joined_at", MOMENT, nullable=False),
    Column("seen_at", MOMENT, nullable=False),
    Column("asked_at", MOMENT),
    Column("left_at", MOMENT),
    Index(None, "event_id", "user_id", unique=True),
    Index(None, "user_id", "place"),
)

Table(
    "event_round",
    SCHEMA,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("begun_at", MOMENT, nullable=False),
    Column("ends_at", MOMENT),
    Column("over_at", MOMENT),
)

Table(
    "event_pairing",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("event_id", Integer, ForeignKey("event.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("division", Integer, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("outcomes", JSON(none_as_null=True)),
    Column("match_id", Integer, ForeignKey("match.id")),
    Column("made_at", MOMENT, nullable=False),
    Column("ends_at", MOMENT),
    Column("settled_at", MOMENT),
    Column("adjudicated", Boolean, nullable=False),
    Index(None, "event_id", "round", "board", unique=True),
    Index(None, "match_id", unique=True),
    Index(None, "settled_at"),
)

Table(
    "event_news",
    SCHEMA,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", MOMENT, nullable=False),
    Column("kind", Text, nullable=False),
    Column("round", Integer),
    Column("entrants", JSON, nullable=False),
    Column("places", JSON, nullable=False),
)

Table(
    "outbox",
    SCHEMA,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger),
    Column("payload", JSON, nullable=False),
    Column("match_id", Integer, ForeignKey("match.id")),
    Column("challenge_id", Integer, ForeignKey("challenge.id")),
    Column("created_at", MOMENT, nullable=False),
    Column("due_at", MOMENT, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("attempted_at", MOMENT),
    Column("sent_at", MOMENT),
    Column("message_id", BigInteger),
    Column("gave_up_at", MOMENT),
    Column("error", Text),
    Index(None, "sent_at", "gave_up_at", "due_at"),
    Index(None, "match_id", "kind"),
)

Table(
    "search_answer",
    SCHEMA,
    Column("job_id", BigInteger, primary_key=True, autoincrement=False),
    Column("found_at", MOMENT, nullable=False),
    Column("answer", JSON, nullable=False),
    Index("ix_search_answer_found_at", "found_at"),
)

Table(
    "fact",
    SCHEMA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
