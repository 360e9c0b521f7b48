"""Answers that Discord fails to accept at first still arrive within its three seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.interface.answers import PATIENCE
from bot.interface.responses import RETRY_DELAYS
from storage.database.shards import Hint
from tests.discord.calls import DEADLINE
from tests.simulation.house import open_house
from tests.simulation.virtual_loop import run

CALLBACK = "/interactions/{id}/{token}/callback"

TRIPS = 0.5
"""Seconds that all requests of an answer may take."""


def seconds_to_answer(folder: Path, *statuses: int) -> float | None:
    """Return the virtual seconds until a command is answered despite these failures."""

    async def story() -> float | None:
        async with open_house(folder / "stairwell.db", Random(1), ()) as house:
            await house.until(lambda: house.world.requests)
            await house.settle()
            for status in statuses:
                house.world.fail_next("POST", CALLBACK, status=status)
            call = await house.world.slash(house.ada, house.channel, "matches", here=True)
            await asyncio.sleep(30.0)
            return call.answered_in

    return run(story, 1, shuffled=False)


@pytest.mark.parametrize("status", [500, 503])
def test_an_answer_failing_twice_is_accepted_in_time(tmp_path: Path, status: int) -> None:
    time = seconds_to_answer(tmp_path, status, status)
    assert time is not None
    assert time < sum(RETRY_DELAYS) + TRIPS


def test_a_persistently_failing_answer_is_abandoned(tmp_path: Path) -> None:
    assert seconds_to_answer(tmp_path, 502, 503, 502) is None


def test_a_late_acknowledgement_can_be_retried_before_the_deadline() -> None:
    assert PATIENCE + sum(RETRY_DELAYS) + TRIPS <= DEADLINE


class SlowPresence:
    """The shards of a process, on a database that takes its time to confirm them."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    async def begin(self) -> None:
        """Do nothing."""

    async def confirm(self) -> None:
        await asyncio.sleep(self._seconds)

    async def listen(self, on_hint: Callable[[Hint | None], None]) -> None:
        """Do nothing."""

    async def end(self) -> None:
        """Do nothing."""


def test_a_slow_check_of_the_database_counts_towards_the_deadline(tmp_path: Path) -> None:
    async def story() -> float | None:
        async with open_house(tmp_path / "stairwell.db", Random(1), ()) as house:
            await house.until(lambda: house.world.requests)
            await house.settle()
            store = house.bot.club.store
            store._presence = SlowPresence(PATIENCE - TRIPS)
            async with store.write():
                call = await house.world.slash(house.ada, house.channel, "challenge", game="skirt")
                await asyncio.sleep(30.0)
            return call.answered_in

    seconds = run(story, 1, shuffled=False)
    assert seconds is not None
    assert seconds < PATIENCE + TRIPS
