"""One run of a scenario: with a seed, with ends of processes, or with both."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.simulation.house import house_on
from tests.simulation.invariants import assert_sound
from tests.simulation.points import Point
from tests.simulation.scenarios import SCENARIOS
from tests.simulation.virtual_loop import VirtualLoop, run


@dataclass(frozen=True, slots=True)
class Run:
    """What has happened in a run."""

    points: tuple[Point, ...]
    """Those that the first process passed, the one at which it ended included."""
    fired: int
    """How many processes ended."""


def played(
    scenario: str,
    folder: Path,
    *,
    seed: int = 0,
    ends: tuple[int, ...] = (),
    shuffled: bool = False,
) -> Run:
    """Play a scenario to its end, wait until nothing is pending, and check everything.

    :param ends: the points at which the first, second … process ends.
    :param shuffled: tasks overtake each other by chance. Else two runs are alike.
    :raises AssertionError: something is lost, doubled or stuck.
    """

    async def story() -> Run:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        random = loop.random if shuffled else Random(seed)
        async with house_on(folder / "stairwell.db", random, ends) as house:
            await SCENARIOS[scenario](house)
            await house.settle()
            await assert_sound(house)
            return Run(tuple(house.lives[0].passed), house.fired)

    return run(story, seed, shuffled=shuffled)
