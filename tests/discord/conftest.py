"""A world for each test. Its requests and replies must fit Discord's own description."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.discord.bots import log_in
from tests.discord.loopback import Loopback
from tests.discord.openapi import SPECIFICATION, problems, reply_problems
from tests.discord.stage import Stage
from tests.discord.waiting import SOON


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with Loopback(deadline=SOON) as world:
        stage = Stage(world)
        async with log_in(stage.bot, world):
            yield stage
            await world.settle(0.05)
        if SPECIFICATION.exists():
            answered = [request for request in world.requests if 0 < (request.status or 0) < 500]
            faults = [words for request in world.requests for words in problems(request)]
            for request in answered:
                faults += reply_problems(
                    request.method, request.path, request.status or 0, request.reply
                )
            assert not faults, "\n".join(faults)
