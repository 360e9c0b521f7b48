"""Brings a database of the last development schema, 0016, to the first released one, 0017.

Matches and challenges get places, which need not belong to a server. In schema 0016 each match has
exactly one, whose columns are part of the match.
"""

from __future__ import annotations

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    Text,
    column,
    insert,
    literal,
    select,
    table,
    update,
)

from storage.migrations.versions.schema_0017 import MOMENT, SCHEMA

FROM, TO = "0016", "0017"

_OF_PLACE = ("guild_id", "channel_id", "parent_id", "thread_id", "card_message_id", "card_ply")
_INDEXED_BY_GUILD = (["state", "guild_id"], ["guild_id", "id"], ["guild_id", "ended_at"])
_INDEXED_BY_CHANNEL = (
    ["state", "channel_id"],
    ["state", "thread_id"],
    ["channel_id", "id"],
    ["thread_id", "id"],
)


def bridge(connection: Connection) -> None:
    """Change the tables and their rows, within the transaction of the connection."""
    op = Operations(MigrationContext.configure(connection))
    match_place = SCHEMA.tables["match_place"]
    match_place.create(connection)
    match = table("match", column("id", Integer), column("state", Text), *map(column, _OF_PLACE))
    of_matches = select(
        match.c.id,
        literal(1),
        literal("server"),
        match.c.state == "running",
        *(match.c[name] for name in _OF_PLACE),
    )
    names = ["match_id", "number", "kind", "is_running", *_OF_PLACE]
    connection.execute(insert(match_place).from_select(names, of_matches))
    for columns in (*_INDEXED_BY_GUILD, *_INDEXED_BY_CHANNEL):
        op.drop_index(_name_of(columns), "match")
    for name in _OF_PLACE[1:]:
        op.drop_column("match", name)
    _make_guild_optional(connection, op, "match")
    for columns in _INDEXED_BY_GUILD:
        op.create_index(_name_of(columns), "match", columns)
    _make_guild_optional(connection, op, "challenge")
    kind = Column("place_kind", Text, nullable=False, server_default="server")
    op.add_column("challenge", kind)
    confirmed_moves = Column("confirmed_moves", Integer, nullable=False, server_default="0")
    op.add_column("person", confirmed_moves)
    op.add_column("lesson_progress", Column("seen_at", MOMENT))
    revision = table("alembic_version", column("version_num"))
    connection.execute(update(revision).values(version_num=TO))


def _make_guild_optional(connection: Connection, op: Operations, name: str) -> None:
    """Replace a column, which SQLite can't change in place."""
    op.execute(f'ALTER TABLE "{name}" RENAME COLUMN guild_id TO former_guild_id')
    op.add_column(name, Column("guild_id", BigInteger))
    rows = table(name, column("guild_id"), column("former_guild_id"))
    connection.execute(update(rows).values(guild_id=rows.c.former_guild_id))
    op.drop_column(name, "former_guild_id")


def _name_of(columns: list[str]) -> str:
    return f"ix_match_{'_'.join(columns)}"
