"""No defaults of columns, which former upgrades left behind for the rows of their time.

A database then has the same columns whether it was created today or upgraded many times.
"""

from __future__ import annotations

import re
from typing import Any

from alembic import op
from sqlalchemy import ColumnClause, Connection, column, inspect, table, text, update

revision = "0027"
down_revision = "0026"

_DEFAULT = re.compile(r" DEFAULT ('[^']*'|\w+)")


def upgrade() -> None:
    """Drop the defaults of all columns that aren't numbered by the database."""
    connection = op.get_bind()
    for name, names in _columns_with_defaults(connection).items():
        if connection.dialect.name == "sqlite":
            _drop_in_file(connection, name, names)
            continue
        for each in names:
            op.alter_column(name, each, server_default=None)


def _columns_with_defaults(connection: Connection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    inspector = inspect(connection)
    for name in inspector.get_table_names():
        for each in inspector.get_columns(name):
            default = each["default"]
            if default is not None and not default.startswith("nextval("):
                found.setdefault(name, []).append(each["name"])
    return found


def _drop_in_file(connection: Connection, name: str, names: list[str]) -> None:
    """Drop defaults of a table, as in "Making Other Kinds Of Table Schema Changes" of SQLite.

    https://www.sqlite.org/lang_altertable.html#otheralter
    """
    # Rows from before a column was added don't have its value yet.
    columns: list[ColumnClause[Any]] = [column(each) for each in names]
    connection.execute(update(table(name, *columns)).values({each: each for each in columns}))
    of_table = {"name": name}
    query = text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = :name")
    declaration = connection.execute(query, of_table).scalar_one()
    version = connection.execute(text("PRAGMA schema_version")).scalar_one()
    connection.execute(text("PRAGMA writable_schema = ON"))
    connection.execute(
        text("UPDATE sqlite_master SET sql = :sql WHERE type = 'table' AND name = :name"),
        {**of_table, "sql": _DEFAULT.sub("", declaration)},
    )
    connection.execute(text(f"PRAGMA schema_version = {version + 1}"))
    connection.execute(text("PRAGMA writable_schema = OFF"))
