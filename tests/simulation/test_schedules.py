"""Whichever task goes on first, and however long Discord takes: nothing is lost or doubled.

A seed that fails is repeated by `python -m benchmarks.schedules SCENARIO --first SEED --seeds 1`.
"""

from __future__ import annotations

import logging

import pytest

from tests.simulation.runs import failure_in
from tests.simulation.scenarios import SCENARIOS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SEEDS = 8
"""For each scenario, so that there are about a hundred."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_schedule_comes_to_the_same(scenario: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    failures = [failure_in(scenario, seed=seed) for seed in range(SEEDS)]
    assert [str(each) for each in failures if each is not None] == []
