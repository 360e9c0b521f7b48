"""A short run of `benchmarks.chaos`: nothing is lost if processes are killed while people play."""

from __future__ import annotations

import pytest

from benchmarks.chaos import chaos
from tests.databases import PostgresqlDatabase

pytestmark = pytest.mark.slow


@pytest.mark.timeout(400)
async def test_processes_that_are_killed_under_play_lose_and_double_nothing(
    postgresql: PostgresqlDatabase,
) -> None:
    outcome = await chaos(20.0, tables=4, seed=1)
    assert outcome.moves
    assert outcome.is_clean, outcome
