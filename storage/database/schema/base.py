"""What the tables of all areas are made with."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, DateTime, Dialect, MetaData, Table
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


def columns_of(record: type[Any], table: Table) -> tuple[Column[Any], ...]:
    """The columns that fill a dataclass, in the order of its fields: `Move(*row)`.

    Fields that the table has no column for come after the others and are left out.
    """
    return tuple(table.c[field.name] for field in fields(record) if field.name in table.c)
