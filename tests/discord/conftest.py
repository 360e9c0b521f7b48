"""A world for each test, whose requests and replies must fit Discord's own description."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.discord.bots import log_in
from tests.discord.loopback import Loopback
from tests.discord.openapi import SPECIFICATION, problems, reply_problems
from tests.discord.stage import Stage


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    async with Loopback() as world:
        stage = Stage(world)
        async with log_in(stage.bot, world):
            yield stage
            await world.quiet(0.05)
        if SPECIFICATION.exists():
            answered = [asked for asked in world.requests if 0 < (asked.status or 0) < 500]
            found = [words for asked in world.requests for words in problems(asked)]
            for asked in answered:
                found += reply_problems(asked.method, asked.path, asked.status or 0, asked.reply)
            assert not found, "\n".join(found)
