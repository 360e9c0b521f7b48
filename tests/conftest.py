"""Fixtures for all tests: a database of each kind, the club on one, sample lessons and puzzles."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import make_url

from bot.process.memory import leave_what_lasts
from club.events.pairing.pairer import WorkerPairer
from rules.registry import GAMES
from storage.database.store import Store
from tests import sample_lessons, sample_puzzles
from tests.club.services import Services
from tests.databases import SERVER, PostgresqlDatabase, new_file, new_store

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

NEW_OBJECTS = 20_000
"""How many new objects start a garbage collection."""


def pytest_configure() -> None:
    """Collect garbage less often than by default, which takes a sixth of a simulated match."""
    gc.set_threshold(NEW_OBJECTS)


def pytest_collection_finish() -> None:
    """Leave modules and tests out of garbage collection."""
    leave_what_lasts()


@contextmanager
def on_the_server(purpose: str) -> Iterator[PostgresqlDatabase]:
    """A database on the PostgreSQL server. Tests that need it are skipped without one."""
    try:
        database = PostgresqlDatabase(purpose)
    except OSError as error:
        pytest.skip(f"no PostgreSQL server for tests at {make_url(SERVER)!r}: {error}")
    try:
        yield database
    finally:
        database.drop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlDatabase]:
    """A database with the present schema, which many tests use one after another."""
    with on_the_server("shared") as database:
        asyncio.run(opened_and_closed(database.url))
        yield database


async def opened_and_closed(database_url: str) -> None:
    await (await Store.open(database_url)).close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with the present schema and nothing in it, of either kind."""
    if request.param == "sqlite":
        return new_file(tmp_path / "stairwell.db")
    database: PostgresqlDatabase = request.getfixturevalue("postgresql")
    database.empty()
    return database.url


@pytest.fixture(params=["sqlite", "postgresql"])
def untouched_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without even a schema, of either kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'stairwell.db'}"
        return
    with on_the_server("untouched") as database:
        yield database.url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A new database of either kind, open."""
    opened = await Store.open(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def games_with_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any game may be drawn by agreement, also those that are quickest to tell a story with, and
    the one for three."""
    for game in GAMES.values():
        monkeypatch.setattr(type(game), "has_draws", True)


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    """The services of the club, without a front, on a new database."""
    store = await new_store(tmp_path)
    services = Services(store)
    await services.uptime.stay()
    yield services
    await store.close()


@pytest.fixture
def paired_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Swiss rounds are paired in the process of the test."""
    from tests.club.events.organised import PairerHere

    monkeypatch.setattr(WorkerPairer, "pair", PairerHere.pair)
    monkeypatch.setattr(WorkerPairer, "seat", PairerHere.seat)


@pytest.fixture
def sampled_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skirt has the sample lessons and no others."""
    sample_lessons.teach(monkeypatch)


@pytest.fixture
def sampled_puzzles(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The sample puzzles are the only ones."""
    sample_puzzles.ship(monkeypatch, tmp_path_factory.mktemp("puzzles"))
    yield
    monkeypatch.undo()
    sample_puzzles.forget_read()
