"""Every column with a person's id is covered by the report, the export and the deletion.

The tests fill every table with a row that refers to the others, and walk all columns.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import JSON, BigInteger, Column, insert, select, text, update

from storage.database.store import Store
from storage.database.tables import Moment
from storage.database.transaction import Transaction
from storage.matches.match import SEATS
from storage.matches.moves import MOVES
from storage.members import privacy
from storage.schema import metadata

PERSON, SOMEONE = 2**62 + 77, 5
NOT_PEOPLE = {
    *("guild_id", "channel_id", "parent_id", "thread_id", "forum_id"),
    *("message_id", "card_message_id", "scheduled_event_id"),
    *("summary_channel_id", "puzzle_channel_id", "champion_role_id", "job_id"),
    *("position", "following", "team_id", "team_role_id"),
}
"""Large numbers that aren't people."""

TABLES = metadata.tables
PEOPLE = [column for table in TABLES.values() for column in table.c if "person" in column.info]


def sample(column: Column[Any]) -> Any:
    """A value for a column, the same for the columns that refer to each other."""
    if "person" in column.info:
        return SOMEONE
    if isinstance(column.type, JSON):
        return []
    if isinstance(column.type, Moment):
        return datetime(2026, 3, 1, tzinfo=UTC)
    kind = column.type.python_type
    return "over" if kind is str else kind(1)


async def fill(tx: Transaction) -> None:
    """Add a row to every table. All belong to someone else."""
    if tx.database == "sqlite":
        await tx.execute(text("PRAGMA defer_foreign_keys = ON"))
    for table in metadata.sorted_tables:
        late = {column.name for column in table.c for key in column.foreign_keys if key.use_alter}
        values = {each.name: sample(each) for each in table.c if each.name not in late}
        await tx.execute(insert(table).values(values))


async def reported(tx: Transaction) -> int:
    """Return the number of rows about the person, which the export contains too."""
    counts = await privacy.counts(tx, PERSON)
    exported = await privacy.of_person(tx, PERSON)
    assert {kind: len(rows) for kind, rows in exported.items()} == counts
    return sum(counts.values())


UNMARKED = {
    column.name
    for table in TABLES.values()
    for column in table.c
    if isinstance(column.type, BigInteger) and not column.info
}


def test_every_large_number_is_marked_as_a_persons_or_isnt_one() -> None:
    assert UNMARKED <= NOT_PEOPLE


@pytest.mark.whole
def test_every_number_that_isnt_a_persons_is_a_column() -> None:
    assert NOT_PEOPLE <= UNMARKED


NOT_EXPORTED = {
    # Secrets.
    "web_link": {"token_hash"},
    "web_session": {"token_hash"},
    # What others did, or what the program needs to go on.
    "challenge_guest": {"challenge_id", "position", "level", "team"},
    "event": {
        *("state", "version", "terms", "channel_id", "thread_id", "card_message_id"),
        *("scheduled_event_id", "entries_close_at", "started_at", "ends_at", "ended_at"),
        *("extended_at", "wakes_at", "series_id", "told_news", "told_at"),
    },
    "event_entrant": {"event_id", "first_round", "asked_at", "struck_round"},
    "move": {"time_left"},
    "seat": {"match_id", "bank", "level", "home", "team_id", "hour", "vacancy"},
    "vacated_seat": {"name", "home", "is_open", "level", "agreed"},
}
"""Columns beside a person's that the export of their data leaves out, by table."""


def test_every_column_beside_a_persons_is_exported_or_left_out_on_purpose() -> None:
    exported = {
        (column.table, column.name)
        for report in privacy.reports().values()
        for column in report(PERSON).selected_columns
        if isinstance(column, Column)
    }
    missing = {
        table.name: {
            column.name
            for column in table.c
            if (table, column.name) not in exported and "person" not in column.info
        }
        for table in {column.table for column in PEOPLE}
    }
    left_out = {name: columns for name, columns in NOT_EXPORTED.items() if name in TABLES}
    assert {name: columns for name, columns in missing.items() if columns} == left_out


class RollBack(Exception):
    """Undoes a transaction."""


SLOW = (pytest.mark.slow, pytest.mark.always)


@pytest.mark.parametrize(
    "database_url", ["sqlite", pytest.param("postgresql", marks=SLOW)], indirect=True
)
async def test_a_persons_columns_are_reported_exported_and_deleted(store: Store) -> None:
    async with store.write() as tx:
        await fill(tx)
        assert await reported(tx) == 0
    for column in PEOPLE:
        with suppress(RollBack):
            async with store.write() as tx:
                await check_column(tx, column)
                raise RollBack


async def check_column(tx: Transaction, column: Column[Any]) -> None:
    """Make a column the person's, and delete that."""
    before = 0
    if column.table is MOVES:
        # Only players move.
        await tx.execute(update(SEATS).values(user_id=PERSON))
        before = await reported(tx)
    await tx.execute(update(column.table).values({column: PERSON}))
    is_of_others = column.info["person"] == "others'"
    assert (await reported(tx) > before) is not is_of_others, column
    stand_in = await privacy.replace(tx, PERSON, "someone deleted")
    left = list((await tx.execute(select(column))).scalars())
    assert set(left) <= ({stand_in} if column.info["person"] == "shared" else set()), column
    assert await reported(tx) == 0, column
