"""A simulated server for each test, and a check of all that the bot sent in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.simulated import World, world_in
from tests.club.conftest import services
from tests.discord import openapi

__all__ = ["services"]

NEVER = timedelta(days=10_000)


@pytest.fixture(autouse=True)
def patient_cooldowns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests click faster than people do. The cooldowns have tests of their own."""
    if "cooldowns" not in request.node.nodeid:
        monkeypatch.setattr("bot.interactions.cooldowns.MOST_AT_ONCE", 1000)


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
async def club(tmp_path: Path) -> AsyncIterator[World]:
    """A server in which the chores are done when a test says so, and days pass quickly."""
    async with world_in(tmp_path, sweep=NEVER) as world:
        yield world
        check_requests(world)


def check_requests(world: World) -> None:
    """Every request of the test would have been accepted by Discord, as far as its API says."""
    if not openapi.SPECIFICATION.exists():
        return
    requests = world.env.http_requests
    faults = [fault for request in requests for fault in openapi.problems(request)]
    assert faults == []
