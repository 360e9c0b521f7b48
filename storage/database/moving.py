"""Copying everything into an empty database of any kind."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import Column, RowMapping, Table, func, select, text, tuple_, update

from storage.database.errors import DatabaseError
from storage.database.schema import metadata
from storage.database.store import Store
from storage.database.transaction import Transaction

_BATCH_SIZE = 500
"""Rows read and written at once."""

Check = Callable[[Transaction], Awaitable[object]]


async def move(
    source: Store, target: Store, check: Check, report_progress: Callable[[int, int], None]
) -> dict[str, int]:
    """Copy everything, or nothing, in one transaction.

    :param check: checks the target before the commit. Its exception undoes everything.
    :param report_progress: called from time to time with the number of copied rows and of all rows.
    :returns: the number of rows by table.
    :raises DatabaseError: if the target is not empty, or lacks rows of the source.
    """
    async with source.read() as origin, target.write() as copy:
        await _check_is_empty(copy)
        source_counts = await _counts(origin)
        copied_count = 0
        for table in metadata.sorted_tables:
            async for rows in _rows_of(origin, table):
                await copy.execute(table.insert(), [_without_deferred(table, row) for row in rows])
                copied_count += len(rows)
                report_progress(copied_count, sum(source_counts.values()))
        for table in metadata.sorted_tables:
            await _fill_deferred(origin, copy, table)
            await _advance_sequence(copy, table)
        target_counts = await _counts(copy)
        if target_counts != source_counts:
            raise DatabaseError(
                f"Not everything was copied: {target_counts} instead of {source_counts}."
            )
        await check(copy)
    return target_counts


async def _check_is_empty(tx: Transaction) -> None:
    filled = [name for name, count in (await _counts(tx)).items() if count]
    if filled:
        raise DatabaseError(
            f"The target isn't empty: it has rows in {', '.join(filled)}. Nothing was copied; name "
            "a new database."
        )


async def _counts(tx: Transaction) -> dict[str, int]:
    counts: dict[str, int] = {}
    for table in metadata.sorted_tables:
        rows = await tx.execute(select(func.count()).select_from(table))
        counts[table.name] = int(rows.scalar_one())
    return counts


async def _rows_of(tx: Transaction, table: Table) -> AsyncGenerator[Sequence[RowMapping], None]:
    """Yield all rows of a table in batches, by key."""
    key = tuple_(*table.primary_key.columns)
    query = select(table).order_by(*table.primary_key.columns).limit(_BATCH_SIZE)
    last: tuple[Any, ...] | None = None
    while True:
        after = query if last is None else query.where(key > last)
        rows = (await tx.execute(after)).mappings().all()
        if not rows:
            return
        yield rows
        last = tuple(rows[-1][column.name] for column in table.primary_key.columns)


def _deferred_columns(table: Table) -> tuple[Column[Any], ...]:
    """Return the columns that refer to a table filled after this one."""
    return tuple(
        column for column in table.columns if any(each.use_alter for each in column.foreign_keys)
    )


def _without_deferred(table: Table, row: RowMapping) -> dict[str, Any]:
    return {**row, **{column.name: None for column in _deferred_columns(table)}}


async def _fill_deferred(source: Transaction, target: Transaction, table: Table) -> None:
    """Fill the omitted references, now that their targets exist."""
    for column in _deferred_columns(table):
        query = select(table.c.id, column).where(column.is_not(None))
        for row_id, value in (await source.execute(query)).all():
            await target.execute(
                update(table).where(table.c.id == row_id).values({column.name: value})
            )


async def _advance_sequence(tx: Transaction, table: Table) -> None:
    """Make the ids of new rows continue after the copied ones."""
    column = table.autoincrement_column
    if tx.database != "postgresql" or column is None:
        return
    sequence = (
        await tx.execute(
            text("SELECT pg_get_serial_sequence(:of_table, :of_column)"),
            {"of_table": f'"{table.name}"', "of_column": column.name},
        )
    ).scalar_one_or_none()
    last = (await tx.execute(select(func.max(column)))).scalar_one()
    if sequence is not None and last is not None:
        await tx.execute(select(func.setval(sequence, last)))
