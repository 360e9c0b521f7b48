"""The club's services on both databases. PostgreSQL's turn is the slow stage, with a sample."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.database.store import Store
from tests.club.services import Services
from tests.databases import PostgresqlDatabase, new_file
from tests.samples import sample

on_sqlite = pytest.mark.parametrize("club_url", ["sqlite"], indirect=True)
"""Marks tests that use SQLite's own statements, such as triggers that refuse to write."""

ONE_IN = 8
"""The sample: one test in eight runs on PostgreSQL."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests of the club on PostgreSQL that aren't in the sample."""
    of_club = [each for each in items if _runs_on_postgresql(each)]
    left_out = set(of_club) - set(sample(of_club, ONE_IN))
    if left_out:
        config.hook.pytest_deselected(items=sorted(left_out, key=lambda each: each.nodeid))
        items[:] = [each for each in items if each not in left_out]


def _runs_on_postgresql(item: pytest.Item) -> bool:
    callspec = getattr(item, "callspec", None)
    return callspec is not None and callspec.params.get("club_url") == "postgresql"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def club_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind, for the services."""
    if request.param == "sqlite":
        return new_file(tmp_path / "stairwell.db")
    database: PostgresqlDatabase = request.getfixturevalue("postgresql")
    database.empty()
    return database.url


@pytest.fixture
async def store(club_url: str) -> AsyncIterator[Store]:
    """A store on a new database of either kind."""
    async with Store.opened(club_url) as store:
        yield store


@pytest.fixture
async def services(store: Store) -> Services:
    """The club's services without a front, on a new database of either kind."""
    services = Services(store)
    await services.uptime.set_online()
    return services
