"""A short run of `tests.simulation.chaos`, which kills processes while people play."""

from __future__ import annotations

import pytest

from tests.databases import PostgresqlDatabase
from tests.simulation.chaos import chaos

pytestmark = pytest.mark.slow


@pytest.mark.timeout(400)
async def test_killing_processes_during_play_loses_and_duplicates_nothing(
    postgresql: PostgresqlDatabase,
) -> None:
    outcome = await chaos(20.0, tables=4, seed=1)
    assert outcome.moves
    assert outcome.is_clean, outcome
