"""The club alone, on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.club.services import Services
from tests.databases import new_store


@pytest.fixture
async def services(tmp_path: Path) -> AsyncIterator[Services]:
    """The services alone, on a database of their own."""
    store = await new_store(tmp_path)
    services = Services(store)
    await services.uptime.stay()
    yield services
    await store.close()
