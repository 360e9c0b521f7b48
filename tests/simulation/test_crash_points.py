"""Crashes of a process around each commit and each request of a scenario.

Each scenario is played once to count its points. Then it is played again with the process ending at
one of them and restarting on the same file. A sample of the points is tried here, while `python -m
tests.simulation crashes` tries all of them, and pairs of ends.
"""

from __future__ import annotations

import logging

import pytest

from tests.samples import sample
from tests.simulation.runs import find_failure, passed_points
from tests.simulation.scenarios import SCENARIOS

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SAMPLED = 41
"""One in this many points of a scenario is tried."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_is_lost_wherever_a_process_crashes(
    scenario: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    points = len(passed_points(scenario))
    # Each scenario starts its sample at a different point, because most of them begin alike.
    tested = sample(range(1, points + 1), SAMPLED, shift=[*SCENARIOS].index(scenario))
    failures = [find_failure(scenario, ends=(point,)) for point in tested]
    assert [str(each) for each in failures if each is not None] == []
    print(f"{scenario}: {len(tested)} of {len(tested)} ends happened, of {points} points")
