from __future__ import annotations

import asyncio
import logging

import pytest

from tests.bot.wire.stage import CALLBACK, Stage

pytestmark = [pytest.mark.stage(end="open", max_log_level=logging.CRITICAL)]


async def test_a_late_answer_after_a_lost_acknowledgement_is_shown(stage: Stage) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CALLBACK, status=None, carried_out=True)
    async with stage.bot.club.store.write():
        call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await call.wait_for_callback()
        await asyncio.sleep(1.0)
    answer = await call.first_reply(6)
    assert "You played **e1**" in answer.text


async def test_a_public_one(stage: Stage) -> None:
    stage.world.fail_next("POST", CALLBACK, status=None, carried_out=True)
    async with stage.bot.club.store.write():
        call = await stage.world.slash(stage.ada, stage.channel, "challenge", game="scala")
        await call.wait_for_callback()
        await asyncio.sleep(1.0)
    answer = await call.first_reply(6)
    assert "Accept" in str(answer.buttons)
