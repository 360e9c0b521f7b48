"""A simulated server for each test, with a check of all requests that the bot sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.clubs import check_requests, club_in
from tests.bot.simulated import World, world_in


@pytest.fixture(autouse=True)
def patient_cooldowns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests click faster than people do. The cooldowns have their own tests."""
    if "cooldowns" not in request.node.nodeid:
        monkeypatch.setattr("bot.interface.handlers.BURST", 1000)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A server in which matches get threads."""
    async with world_in(tmp_path) as world:
        yield world
        check_requests(world)


@pytest.fixture
async def threadless(tmp_path: Path) -> AsyncIterator[World]:
    """A server in which matches stay in the channel."""
    async with world_in(tmp_path, opens_threads=False) as world:
        yield world
        check_requests(world)


@pytest.fixture
async def club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    """A server without automatic chores, so that simulated days pass quickly.

    `pytest.mark.club` takes the options of `club_in`: computers and made-up languages.
    """
    marker = request.node.get_closest_marker("club")
    async with club_in(tmp_path, **(marker.kwargs if marker else {})) as world:
        yield world
        check_requests(world)
