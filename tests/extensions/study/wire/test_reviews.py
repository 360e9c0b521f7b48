"""Reviews on the wire, which finish despite killed processes and repeated requests."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from engine.serving.pool import Pool
from tests.bot.wire.stage import (
    SOON,
    Stage,
    assert_requests_fit,
    board,
    cards,
    challenge,
    latest_reply,
)
from tests.bot.wire.test_crashes import STAIRWELL
from tests.discord.bots import running
from tests.discord.calls import InteractionRecord
from tests.discord.loopback import Loopback
from tests.discord.messages import Message
from tests.discord.places import Channel, Member
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.stage(workers=2, end="quiet")]


MOVES = ("e1", "a1-b2", "(e1)-c2", "(a1)-c3")


async def finish_match(world: Loopback, channel: Channel, ada: Member, ben: Member) -> Message:
    """Play four moves as Ada and Ben, resign as Ada, and return the result."""
    offer = await challenge(world, channel, ada, ben)
    await world.click(ben, offer, label="Accept")
    await wait_until(lambda: cards(channel) or channel.threads, SOON, "no board")
    place = channel.threads[0] if channel.threads else channel
    for number, text in enumerate(MOVES, start=1):
        await board(place, number)
        await (await world.slash((ben, ada)[number % 2], place, "move", move=text)).first_reply(
            SOON
        )
    await board(place, len(MOVES) + 1)
    question = await (await world.slash(ada, place, "resign")).first_reply(SOON)
    await world.click(ada, question, label="Resign")
    return await board(place, len(MOVES) + 2)


async def result_of(stage: Stage) -> Message:
    return await finish_match(stage.world, stage.channel, stage.ada, stage.ben)


WHOLE = "-# This is a quick analysis."
"""Text that only a finished review contains."""


def is_complete(call: InteractionRecord) -> bool:
    return WHOLE in latest_reply(call)


async def test_a_review_progresses_despite_a_hung_worker(stage: Stage, pool: Pool) -> None:
    result = await result_of(stage)
    call = await stage.world.click(stage.ada, result, label="Review")
    await wait_until(lambda: len(pool.workers) == 2, SOON, "not two workers")
    hanging, _ = pool.workers
    os.kill(hanging, signal.SIGSTOP)
    # The other worker does the rest, with visible progress.
    await wait_until(lambda: "4 of 5 positions" in latest_reply(call), SOON, "nothing was shown")
    assert latest_reply(call).endswith("▰▰▰▰▰▰▰▰▱▱")
    assert not call.messages[-1].attachments
    os.kill(hanging, signal.SIGKILL)
    await wait_until(lambda: is_complete(call), SOON, "no review came")
    assert hanging not in pool.workers


@pytest.mark.parametrize("politely", [True, False], ids=["stopped", "killed"])
async def test_a_click_continues_a_review_after_its_process_ended(
    tmp_path: Path, politely: bool
) -> None:
    async with Loopback(deadline=SOON) as world:
        channel = world.guild.add_channel("games")
        ada, ben = (world.guild.add_member(name) for name in ("ada", "ben"))
        env = {
            "DATABASE_URL": f"sqlite:///{tmp_path / 'stairwell.db'}",
            "ENGINE_WORKERS": "1",
        }
        async with running(world, STAIRWELL, "run", env=env) as bot:
            await world.bot_ready(SOON)
            result = await finish_match(world, channel, ada, ben)
            call = await world.click(ada, result, label="Review")
            page = await call.first_reply(SOON)
            assert "Thinking about match 1… 0 of 5 positions" in page.text
            bot.terminate() if politely else bot.kill()
            await bot.wait(SOON)
        assert ("I'm restarting. Press **Refresh** in a minute" in page.text) == politely
        async with running(world, STAIRWELL, "run", env=env):
            await world.bot_ready(SOON)
            await (await world.click(ada, page, label="Refresh")).wait_for_callback()
            await wait_until(lambda: WHOLE in page.text, SOON, "no review came")
        assert_requests_fit(world)
