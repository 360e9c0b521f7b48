"""People looking for opponents."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, Index, Integer, Table, Text

from storage.database.schema.base import OWN, Moment, metadata

# One search per person. Past opponents and running matches follow from the matches.
pool_entry = Table(
    "pool_entry",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False, info=OWN),
    Column("name", Text, nullable=False),
    # Where they joined: a channel of a server, or the direct messages with the bot.
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("parent_id", BigInteger),
    # Their direct messages, if matches with people from other servers are shown there.
    Column("direct_channel_id", BigInteger),
    Column("games", JSON, nullable=False),
    Column("fastest", Text, nullable=False),
    Column("slowest", Text, nullable=False),
    Column("most", Integer, nullable=False),
    Column("reach", Text, nullable=False),
    Column("joined_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("is_warned", Boolean, nullable=False),
    Column("version", Integer, nullable=False),
    Column("paired_at", Moment),
    Index(None, "expires_at"),
    Index(None, "guild_id"),
)
