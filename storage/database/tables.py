"""What a module with a table needs: the declaration of rows, types of columns, the metadata.

A row is declared once, as a dataclass, and `table_of` makes its table. Rows are read as
`Offer(*row)`, which takes a hundredth of the time of an object mapped by SQLAlchemy.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from types import NoneType
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    Select,
    Table,
    Text,
    select,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator, TypeEngine


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


BIG = "64 bits"


@dataclass(frozen=True)
class Person:
    """Marks the id of a person. The column has the relation as `info["person"]`."""

    relation: Literal["own", "shared", "others'"]


@dataclass(frozen=True)
class DirectMessages:
    """Marks the channel of the direct messages of the person whom the row is about."""


@dataclass(frozen=True)
class Reference:
    """Marks a reference to another table."""

    column: str


Snowflake = Annotated[int, BIG]
"""An id of a guild, channel or message, or another number of 64 bits.

A table's own ids are plain integers, because only those autoincrement on every database.
"""
OwnerId = Annotated[int, BIG, Person("own")]
"""The person whom a row is about. It is deleted with their data."""
DirectId = Annotated[int, BIG, DirectMessages()]
"""The channel of the owner's direct messages. Posts there are deleted with their data."""
PersonId = Annotated[int, BIG, Person("shared")]
"""A person in a row that others need, replaced by a stand-in when their data is deleted."""
NotedId = Annotated[int, BIG, Person("others'")]
"""A person in another's note of them. It is deleted with their data, but not shown to them."""
MatchId = Annotated[int, Reference("match.id")]
EventId = Annotated[int, Reference("event.id")]
ChallengeId = Annotated[int, Reference("challenge.id")]

_TYPES: dict[Any, TypeEngine[Any]] = {
    str: Text(),
    int: Integer(),
    bool: Boolean(),
    float: Float(),
    datetime: Moment(),
    Literal: Text(),
}


def table_of(
    name: str,
    record: type[Any],
    *items: SchemaItem,
    key: Collection[str] = ("id",),
    without: Collection[str] = (),
    reported_as: str | None = None,
) -> Table:
    """Return the table of a dataclass, with a column for each field in their order.

    Types without a column type of their own are stored as JSON.

    :param items: indexes, and columns that the dataclass lacks or that replace those of fields.
    :param key: the primary key.
    :param without: fields without a column, the last ones of the dataclass.
    :param reported_as: the kind of all rows in the report and the export of their owner's data.
    """
    explicit: dict[str, Column[Any]] = {}
    others: list[SchemaItem] = []
    for item in items:
        if isinstance(item, Column):
            column = cast("Column[Any]", item)
            explicit[column.name] = column
        else:
            others.append(item)
    hints = get_type_hints(record, include_extras=True)
    names = [field.name for field in fields(record) if field.name not in without]
    columns = {name: _column_of(name, hints[name], key) for name in names} | explicit
    table = Table(name, metadata, *columns.values(), *others)
    if reported_as is not None:
        person = owner_of(table)
        reports(table, reported_as)(lambda user_id: select(table).where(person == user_id))
    return table


def owner_of(table: Table) -> Column[Any]:
    """Return the column with the person whom a row is about."""
    people = [column for column in table.c if "person" in column.info]
    return next((column for column in people if column.info["person"] == "own"), people[0])


Report = Callable[[int], Select[*tuple[Any, ...]]]
"""Returns the query for the rows about a user."""

Forget = Callable[[Any, int, int, str], Awaitable[None]]
"""Replaces a user by a stand-in and its name, in a transaction."""


def reports(table: Table, kind: str) -> Callable[[Report], Report]:
    """Mark a query for a table's rows in the report and the export of a person's data."""

    def mark(query: Report) -> Report:
        table.info.setdefault("reports", {})[kind] = query
        return query

    return mark


def forgets(table: Table) -> Callable[[Forget], Forget]:
    """Mark what replaces a deleted person in a table's rows that others need."""

    def mark(forget: Forget) -> Forget:
        table.info["forgets"] = forget
        return forget

    return mark


def columns_of(record: type[Any], table: Table) -> tuple[Column[Any], ...]:
    """Return the columns of a dataclass whose table has more, in the order of its fields."""
    return tuple(table.c[field.name] for field in fields(record) if field.name in table.c)


def values_of(row: Any) -> dict[str, Any]:
    """Return the values of a row by column, without the copies of `dataclasses.asdict`."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


def _column_of(name: str, hint: Any, key: Collection[str]) -> Column[Any]:
    nullable = NoneType in get_args(hint)
    if nullable:
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    marks: Sequence[Any] = ()
    if get_origin(hint) is Annotated:
        hint, *marks = get_args(hint)
    person = next((mark.relation for mark in marks if isinstance(mark, Person)), None)
    kind = _TYPES.get(hint) or _TYPES.get(get_origin(hint)) or JSON(none_as_null=nullable)
    return Column(
        name,
        BigInteger() if BIG in marks else kind,
        *(ForeignKey(mark.column) for mark in marks if isinstance(mark, Reference)),
        primary_key=name in key,
        autoincrement=name == "id",
        nullable=nullable,
        info=({} if person is None else {"person": person})
        | ({"direct": True} if DirectMessages() in marks else {}),
    )
