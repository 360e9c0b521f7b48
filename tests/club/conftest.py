"""The club's services on both databases. PostgreSQL's turn is the slow stage."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.database.store import Store
from tests.club.services import Services
from tests.databases import PostgresqlDatabase, new_file

on_sqlite = pytest.mark.parametrize("club_url", ["sqlite"], indirect=True)
"""Marks tests that use SQLite's own statements, such as triggers that refuse to write."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def club_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind, for the services."""
    if request.param == "sqlite":
        return new_file(tmp_path / "stairwell.db")
    database: PostgresqlDatabase = request.getfixturevalue("postgresql")
    database.empty()
    return database.url


@pytest.fixture
async def services(club_url: str) -> AsyncIterator[Services]:
    """The club's services without a front, on a new database of either kind."""
    store = await Store.open(club_url)
    services = Services(store)
    await services.uptime.set_online()
    yield services
    await store.close()
