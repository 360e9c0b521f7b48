"""Inserts that may find their row already there, which SQLAlchemy has no common form of."""

from __future__ import annotations

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from storage.database.transaction import Transaction


def insert(tx: Transaction, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert with `on_conflict_do_nothing` and `on_conflict_do_update`.

    Both databases write them alike; SQLAlchemy only keeps them with the dialect.
    """
    return insert_into(tx.database, table)


def insert_into(database: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """The same for a kind of database, to be built before there is a transaction."""
    if database == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
