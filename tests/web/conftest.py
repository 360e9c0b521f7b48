"""A served site for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.house import House, house_in


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A club whose server has listed pages."""
    async with house_in(tmp_path) as house:
        await house.publish()
        yield house
