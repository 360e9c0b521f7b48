"""Nothing is lost or doubled in any order of tasks, and with any delay of Discord.

To repeat a seed that fails: `python -m tests.simulation schedules SCENARIO --first SEED --seeds 1`.
"""

from __future__ import annotations

import logging

import pytest

from tests.samples import CHOICE
from tests.simulation.runs import find_failure
from tests.simulation.scenarios import SCENARIOS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SEEDS = 3
"""The number of seeds per scenario."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_schedule_has_the_same_outcome(
    scenario: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    first = SEEDS * (CHOICE % 31)
    failures = [find_failure(scenario, seed=seed) for seed in range(first, first + SEEDS)]
    assert [str(each) for each in failures if each is not None] == []
