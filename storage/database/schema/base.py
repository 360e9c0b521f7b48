"""Column types and helpers for all tables."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, Dialect, MetaData, Table
from sqlalchemy.types import TypeDecorator


class Moment(TypeDecorator[datetime]):
    """A point in time: any time zone on input, UTC on output, always aware.

    Databases without time zones (SQLite) store UTC text of a fixed width, which sorts correctly.
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


OWN: dict[str, Any] = {"person": "own"}
"""The id of the person whom a row is about. Deleted with their data."""
SHARED: dict[str, Any] = {"person": "shared"}
"""The id of a person in a row that others need. Replaced by a stand-in when they are deleted."""
OTHERS: dict[str, Any] = {"person": "others'"}
"""The id of a person in another's note of them. Deleted with their data, but not shown to them."""


def columns_of(record: type[Any], table: Table) -> tuple[Column[Any], ...]:
    """Return the columns of a dataclass in the order of its fields: `Move(*row)`.

    Fields without a column must come last and are omitted.
    """
    return tuple(table.c[field.name] for field in fields(record) if field.name in table.c)
