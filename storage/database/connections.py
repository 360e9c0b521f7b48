"""The two ways into a database that every kind of it offers."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine


@dataclass(frozen=True, slots=True)
class Engines:
    """One engine for transactions that write, one for those that only read.

    What is read in one transaction of `reader` is of one moment, and nothing can be written there.
    """

    writer: AsyncEngine
    reader: AsyncEngine
    is_shared: bool = False
    """Whether the database is for several processes at once."""
    lock_for_upgrade: str | None = None
    """SQL that keeps other processes from upgrading the schema until the transaction ends, where
    beginning a transaction of `writer` does not do so already."""
