"""Shared fixtures: databases of each kind, the club, sample lessons and puzzles."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import make_url

from bot.process.lifecycle import freeze_garbage_collection
from extensions.installed import switched_on
from making.catalogues import compile_outdated
from rules.registry import GAMES
from storage.database.store import Store
from tests import sample_lessons, sample_puzzles
from tests.club.services import Services
from tests.databases import (
    SERVER,
    PostgresqlDatabase,
    new_file,
    new_store,
    share_compiled_statements,
)
from tests.samples import CHOICE, sample

# Their posts and parts of pages are there whichever tests run.
switched_on()

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

NEW_OBJECTS = 50_000
"""The number of new objects that triggers a garbage collection."""

IN_MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory. A commit to a disk takes longer than the rest of its test."""
ENOUGH = 4 * 2**30
"""Bytes for the files of a whole run. Containers often have much less."""


def pytest_configure(config: pytest.Config) -> None:
    """Compile catalogues once for all workers, statements once for all databases.

    Garbage is collected less often. With the default threshold, it takes a sixth of the time of a
    simulated match.
    """
    if not hasattr(config, "workerinput"):
        compile_outdated()
        if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ENOUGH:
            os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    gc.set_threshold(NEW_OBJECTS)
    share_compiled_statements()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run a third of the slow tests, each on one kind of database, as `CHOICE` says."""
    twins: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec and "database_url" in callspec.params and item.get_closest_marker("slow"):
            twins[item.nodeid.replace(callspec.params["database_url"], "")].append(item)
    left_out: set[pytest.Item] = set()
    for name, both in twins.items():
        left_out |= {*both} - {*sample(both, len(both), shift=crc32(name.encode()))}
    slow = [each for each in items if each.get_closest_marker("slow") and each not in left_out]
    sampled = [each for each in slow if not each.get_closest_marker("always")]
    left_out |= {*sampled} - {*sample(sampled, 3, shift=CHOICE // 41)}
    if left_out:
        config.hook.pytest_deselected(items=sorted(left_out, key=lambda each: each.nodeid))
        items[:] = [each for each in items if each not in left_out]


def pytest_collection_finish() -> None:
    """Leave modules and tests out of garbage collection."""
    freeze_garbage_collection()


@contextmanager
def temporary_database(purpose: str) -> Iterator[PostgresqlDatabase]:
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
    """A database with the current schema, shared by tests that run one after another."""
    with temporary_database("shared") as database:
        asyncio.run(create_schema(database.url))
        yield database


async def create_schema(database_url: str) -> None:
    await (await Store.open(database_url)).close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind, with the current schema."""
    if request.param == "sqlite":
        return new_file(tmp_path / "stairwell.db")
    database: PostgresqlDatabase = request.getfixturevalue("postgresql")
    database.empty()
    return database.url


@pytest.fixture
def postgresql_url(postgresql: PostgresqlDatabase) -> str:
    """The address of an empty PostgreSQL database with the current schema."""
    postgresql.empty()
    return postgresql.url


@pytest.fixture(params=["sqlite", "postgresql"])
def untouched_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of either kind without a schema."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'stairwell.db'}"
        return
    with temporary_database("untouched") as database:
        yield database.url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store on a new database of either kind."""
    opened = await Store.open(database_url)
    yield opened
    await opened.close()


@pytest.fixture
def games_with_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow draws by agreement in all games, also quick ones and the one for three."""
    for game in GAMES.values():
        monkeypatch.setattr(type(game), "has_draws", True)


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    """The club's services without a front, on a new SQLite database."""
    store = await new_store(tmp_path)
    services = Services(store)
    await services.uptime.set_online()
    yield services
    await store.close()


@pytest.fixture
def with_sample_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the lessons of Skirt with the sample lessons."""
    sample_lessons.install(monkeypatch)


@pytest.fixture
def with_sample_puzzles(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Replace all shipped puzzles with the sample puzzles."""
    sample_puzzles.install(monkeypatch, tmp_path_factory.mktemp("puzzles"))
    yield
    monkeypatch.undo()
    sample_puzzles.clear_cache()
