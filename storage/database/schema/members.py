"""People, servers and their settings."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, Table, Text

from storage.database.schema.base import OTHERS, OWN, SHARED, Moment, metadata

person = Table(
    "person",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("notice", Text, nullable=False),
    Column("refused_at", Moment),
    Column("digest_at", Moment),
    Column("is_everywhere", Boolean, nullable=False),
    Column("confirms", Boolean, nullable=False),
    Column("confirmed_moves", Integer, nullable=False),
    Column("named_as_solver", Boolean),
    # The chosen language, and the one of their latest interaction on Discord.
    Column("language", Text),
    Column("seen_language", Text),
    Index(None, "digest_at"),
)

# A user in a guild: whether they are a member, and their name.
member = Table(
    "member",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("name", Text, nullable=False),
    Column("is_present", Boolean, nullable=False),
    Column("checked_at", Moment, nullable=False),
    Index(None, "user_id"),
)

block = Table(
    "block",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False, info=OTHERS),
    Column("name", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "blocked_id"),
)

# A match whose result a user wants to know. Once it is over, it waits for the user's next digest.
followed_match = Table(
    "followed_match",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("match_id", Integer, ForeignKey("match.id"), primary_key=True),
    Column("at", Moment, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Index(None, "match_id"),
)

followed_player = Table(
    "followed_player",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("followed_id", BigInteger, primary_key=True, autoincrement=False, info=OTHERS),
    Column("name", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Index(None, "followed_id"),
)

vacation = Table(
    "vacation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False, info=OWN),
    Column("begins_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("days", Integer, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Index(None, "user_id", "ends_at"),
)

# A user's progress in a lesson.
lesson_progress = Table(
    "lesson_progress",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("game", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("begun_at", Moment, nullable=False),
    Column("finished_at", Moment),
    # When they finished it with revealed tasks.
    Column("seen_at", Moment),
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
    Column("pages", Text, nullable=False),
    Column("plays_out", Boolean, nullable=False),
    Column("forum_id", BigInteger),
    Index(None, "summary_month"),
    Index(None, "puzzle_day"),
    Index(None, "pages"),
)

# The name and public channels of a server with web pages, for processes without Discord.
page_server = Table(
    "page_server",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

page_channel = Table(
    "page_channel",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("is_thread", Boolean, nullable=False),
)

# One-time sign-in links of the web pages, and their sessions. Only hashes of the tokens are stored.
# The name is the one on the server where the link was requested.
web_link = Table(
    "web_link",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("user_id", BigInteger, nullable=False, info=OWN),
    Column("name", Text, nullable=False),
    # The match whose board it opens, or None for the person's own page.
    Column("match_id", Integer),
    Column("expires_at", Moment, nullable=False),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

web_session = Table(
    "web_session",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("token_hash", Text, nullable=False, unique=True),
    Column("user_id", BigInteger, nullable=False, info=OWN),
    Column("name", Text, nullable=False),
    Column("browser", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("used_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

# Changes by admins and moderators. Before and after are codes, numbers and ids.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", Moment, nullable=False),
    Column("user_id", BigInteger, nullable=False, info=SHARED),
    Column("name", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("before", JSON, nullable=False),
    Column("after", JSON, nullable=False),
    Index(None, "guild_id", "id"),
    Index(None, "user_id"),
    Index(None, "at"),
)
