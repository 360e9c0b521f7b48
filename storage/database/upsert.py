"""Inserts that handle existing rows, for which SQLAlchemy has no common form."""

from __future__ import annotations

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from storage.database.transaction import Transaction


def insert(tx: Transaction, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return an insert with `on_conflict_do_nothing` and `on_conflict_do_update`.

    Both databases share the syntax, but SQLAlchemy has it in each dialect.
    """
    return insert_into(tx.database, table)


def insert_into(database: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Return the same for a kind of database, to be built in advance."""
    if database == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
