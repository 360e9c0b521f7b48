"""Tables that processes share: posts, answers to searches, facts."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from storage.database.schema.base import Moment, metadata

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("key", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    # None for direct messages. Only the process that serves the guild may post there.
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

# Results of engine workers on other machines, until the caller takes them.
search_answer = Table(
    "search_answer",
    metadata,
    Column("job_id", BigInteger, primary_key=True, autoincrement=False),
    Column("found_at", Moment, nullable=False),
    Column("answer", JSON, nullable=False),
    Index("ix_search_answer_found_at", "found_at"),
)

fact = Table(
    "fact",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
