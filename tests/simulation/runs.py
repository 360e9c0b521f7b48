"""A run of a scenario, with a seed, with ends of processes, or both."""

from __future__ import annotations

import asyncio
import traceback
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.simulation.house import open_house
from tests.simulation.invariants import assert_sound
from tests.simulation.points import Point
from tests.simulation.scenarios import SCENARIOS
from tests.simulation.virtual_loop import VirtualLoop, run


@dataclass(frozen=True, slots=True)
class Run:
    """The course of a run."""

    lives: tuple[tuple[Point, ...], ...]
    """The points that each process passed, including the one where it ended."""
    ended_processes: int
    """The number of processes that ended."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The failure of a run, and the seed or points to repeat it."""

    scenario: str
    seed: int
    ends: tuple[int, ...]
    error: str

    def __str__(self) -> str:
        at = f"ends at {self.ends}" if self.ends else f"seed {self.seed}"
        return f"{self.scenario}, {at}: {self.error}"


def find_failure(scenario: str, *, seed: int = 0, ends: tuple[int, ...] = ()) -> Failure | None:
    """Play a scenario on a new database, and return the failure, if any.

    With ends of processes nothing is shuffled, so that each end is at the intended point.
    """
    with TemporaryDirectory() as folder:
        try:
            run = play_scenario(scenario, Path(folder), seed=seed, ends=ends, shuffled=not ends)
        except (Exception, asyncio.CancelledError) as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            words = f"{type(error).__name__} in {last.name}: {error}"
            return Failure(scenario, seed, ends, " ".join(words.split())[:300])
    if run.ended_processes < len(ends):
        return Failure(scenario, seed, ends, f"only {run.ended_processes} processes ended")
    return None


def passed_points(scenario: str, ends: tuple[int, ...] = ()) -> tuple[Point, ...]:
    """Play a scenario, and return the points that the last process passed."""
    with TemporaryDirectory() as folder:
        return play_scenario(scenario, Path(folder), ends=ends).lives[-1]


def play_scenario(
    scenario: str,
    folder: Path,
    *,
    seed: int = 0,
    ends: tuple[int, ...] = (),
    shuffled: bool = False,
) -> Run:
    """Play a scenario to its end, wait until nothing is pending, and check everything.

    :param ends: the points at which the first, second … process ends.
    :param shuffled: whether tasks overtake each other at random. Otherwise all runs are alike.
    :raises AssertionError: if something is lost, doubled or stuck.
    """

    async def story() -> Run:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        random = loop.random if shuffled else Random(seed)
        async with open_house(folder / "stairwell.db", random, ends) as house:
            await SCENARIOS[scenario](house)
            await house.settle()
            await assert_sound(house)
            return Run(tuple(tuple(life.passed) for life in house.lives), house.ended_processes)

    return run(story, seed, shuffled=shuffled)
