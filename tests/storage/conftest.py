"""An open store for each test: a SQLite file of its own, or a PostgreSQL database, emptied.

`STAIRWELL_TEST_DATABASE=postgresql://… pytest -n 0 tests/storage` runs whatever takes `store` on
that database instead.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.database.store import Store


@pytest.fixture
async def database_url(tmp_path: Path) -> str:
    other = os.environ.get("STAIRWELL_TEST_DATABASE")
    if other is None:
        return f"sqlite:///{tmp_path / 'stairwell.db'}"
    engine = create_async_engine(make_url(other).set(drivername="postgresql+asyncpg"))
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return other


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(database_url)
    yield opened
    await opened.close()
