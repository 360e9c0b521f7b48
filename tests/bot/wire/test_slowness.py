"""Work that takes longer than Discord allows, and is acknowledged before the answer.

Each test blocks a resource only until Discord has the acknowledgement, so that it takes no longer
than the bot waits before acknowledging.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from sqlalchemy import text

from bot.interface.answers import PATIENCE
from club.challenges.limits import MAX_OPEN
from rules.registry import GAMES
from storage.matches.match import Participant, Place, Terms
from storage.members.preferences import PEOPLE
from tests.bot.wire.stage import CALLBACK, SOON, Stage, find_buttons, latest_reply
from tests.discord.calls import DEADLINE, Answer, InteractionRecord
from tests.discord.waiting import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.stage(max_log_level=logging.WARNING)]

READERS = 4
"""Number of concurrent read connections (`storage.database.engines.sqlite`)."""

MAX_THREADS = 64
"""More threads than those that draw pictures."""


@asynccontextmanager
async def busy_threads() -> AsyncIterator[None]:
    """Keep every worker thread busy within the block."""
    released = threading.Event()
    busy = [asyncio.create_task(asyncio.to_thread(released.wait)) for _ in range(MAX_THREADS)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        released.set()
        await asyncio.gather(*busy)


@asynccontextmanager
async def blocked_reads(stage: Stage, table: str = "match") -> AsyncIterator[None]:
    """Block all reads of a table within the block.

    PostgreSQL locks the table. On SQLite, all connections are in use.
    """
    store = stage.bot.club.store
    async with AsyncExitStack() as taken:
        if store.is_shared:
            tx = await taken.enter_async_context(store.write())
            await tx.execute(text(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
        else:
            for _ in range(READERS):
                await taken.enter_async_context(store.read())
        yield


async def acknowledged_twice(call: InteractionRecord) -> None:
    """Return once an acknowledgement was repeated because its confirmation was lost."""
    await call.wait_for_callback()
    await wait_until(lambda: call.refusals, SOON, "not repeated")


def test_the_bot_acknowledges_within_half_of_discords_deadline() -> None:
    assert PATIENCE <= DEADLINE / 2


async def test_a_command_waiting_to_write_is_acknowledged_then_answered(
    stage: Stage,
) -> None:
    await stage.start_match()
    async with stage.bot.club.store.write():
        call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await call.wait_for_callback()
        assert (call.answer, call.messages) == (Answer.DEFERRED_MESSAGE, [])
    answer = await call.first_reply(SOON)
    assert "You played **e1**" in answer.text
    assert answer.ephemeral
    await stage.board(2)


async def test_a_click_waiting_to_write_is_acknowledged_then_shown(stage: Stage) -> None:
    panel = await stage.panel(stage.ada, await stage.start_match(), "e1")
    async with stage.bot.club.store.write():
        call = await stage.world.click(stage.ada, panel, label="Play e1")
        await call.wait_for_callback()
        assert (call.answer, call.messages) == (Answer.DEFERRED_UPDATE, [])
    assert await call.first_reply(SOON) is panel
    assert "You played **e1**" in panel.text
    assert panel.buttons == []
    await stage.board(2)


async def test_a_late_refusal_of_a_click_is_private(stage: Stage) -> None:
    offer = await stage.challenge()
    async with stage.bot.club.store.write():
        call = await stage.world.click(stage.ada, offer, label="Accept")
        await call.wait_for_callback()
        assert call.answer is Answer.DEFERRED_UPDATE
    refusal = await call.first_reply(SOON)
    assert "This is your own challenge" in refusal.text
    assert refusal.ephemeral
    assert offer.find_button("Accept")


async def test_a_challenge_waiting_to_write_is_acknowledged_then_shown_to_all(
    stage: Stage,
) -> None:
    async with stage.bot.club.store.write():
        call = await stage.world.slash(
            stage.ada, stage.channel, "challenge", game="skirt", options="size 4", seat=1
        )
        await call.wait_for_callback()
        assert call.answer is Answer.DEFERRED_MESSAGE
    offer = await call.first_reply(SOON)
    assert stage.channel.messages == [offer]
    await stage.world.click(stage.ben, offer, label="Accept")
    await stage.board(1)


async def test_a_late_challenge_pings_its_opponent(stage: Stage) -> None:
    async with stage.bot.club.store.write():
        call = await stage.world.slash(
            stage.ada, stage.channel, "challenge", game="skirt", opponent=stage.ben
        )
        await call.wait_for_callback()
        assert call.answer is Answer.DEFERRED_MESSAGE
    offer = await call.first_reply(SOON)
    assert offer.pinged == [stage.ben]
    assert stage.channel.messages == [offer]
    await stage.world.click(stage.ben, offer, label="Accept")
    await stage.board(1)
    await wait_until(lambda: find_buttons(offer, "Accept") == [], SOON)


async def test_a_late_refusal_of_a_challenge_is_private(stage: Stage) -> None:
    game = GAMES["skirt"]
    for _ in range(MAX_OPEN):
        await stage.bot.club.challenges.make(
            Terms(game.key, game.choose({})),
            Place(stage.world.guild.id, stage.channel.id),
            Participant(stage.ada.id, stage.ada.name),
            [],
        )
    async with stage.bot.club.store.write():
        call = await stage.world.slash(stage.ada, stage.channel, "challenge", game="skirt")
        await call.wait_for_callback()
        assert call.answer is Answer.DEFERRED_MESSAGE
        assert call.original is not None
        assert not call.original.ephemeral
    refusal = await call.first_reply(SOON)
    assert "open challenges in this server" in refusal.text
    assert refusal.ephemeral
    assert stage.channel.messages == []


async def test_a_click_waiting_to_read_is_acknowledged_then_answered(stage: Stage) -> None:
    card = await stage.start_match()
    async with blocked_reads(stage):
        call = await stage.world.click(stage.ada, card, label="Play")
        await call.wait_for_callback()
        assert call.answer is Answer.DEFERRED_MESSAGE
    panel = await call.first_reply(SOON)
    assert panel.ephemeral
    assert panel.find_button("e1")


async def test_a_slow_picture_is_announced_then_shown(stage: Stage) -> None:
    card = await stage.start_match()
    async with busy_threads():
        board_call = await stage.world.slash(stage.cy, stage.channel, "match")
        opened = await stage.world.click(stage.ada, card, label="Play")
        for call in (board_call, opened):
            await call.wait_for_callback()
            assert call.answer is Answer.DEFERRED_MESSAGE
    for call in (board_call, opened):
        assert (await call.first_reply(SOON)).attachments


async def test_a_move_is_answered_at_once_despite_a_slow_picture(stage: Stage) -> None:
    await stage.start_match()
    async with busy_threads():
        call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await wait_until(lambda: "You played **e1**" in latest_reply(call), SOON)
        assert call.answer is Answer.MESSAGE
    await stage.board(2)


async def test_a_late_answer_follows_an_acknowledgement_whose_confirmation_was_lost(
    stage: Stage,
) -> None:
    await stage.start_match()
    stage.world.fail_next("POST", CALLBACK, status=None, carried_out=True)
    async with stage.bot.club.store.write():
        call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await acknowledged_twice(call)
    answer = await call.first_reply(SOON)
    assert "You played **e1**" in answer.text
    assert answer.ephemeral
    await stage.settle()
    assert call.messages == [answer]


async def test_a_late_update_follows_an_acknowledgement_whose_confirmation_was_lost(
    stage: Stage,
) -> None:
    panel = await stage.panel(stage.ada, await stage.start_match(), "e1")
    stage.world.fail_next("POST", CALLBACK, status=None, carried_out=True)
    async with stage.bot.club.store.write():
        call = await stage.world.click(stage.ada, panel, label="Play e1")
        await acknowledged_twice(call)
    assert await call.first_reply(SOON) is panel
    assert "You played **e1**" in panel.text


async def test_a_challenge_follows_an_acknowledgement_whose_confirmation_was_lost(
    stage: Stage,
) -> None:
    stage.world.fail_next("POST", CALLBACK, status=None, carried_out=True)
    async with stage.bot.club.store.write():
        call = await stage.world.slash(
            stage.ada, stage.channel, "challenge", game="skirt", options="size 4", seat=1
        )
        await acknowledged_twice(call)
    offer = await call.first_reply(SOON)
    assert find_buttons(offer, "Accept")
    await stage.settle()
    assert (await stage.bot.club.challenges.find(1)).message_id == offer.id
    await stage.world.click(stage.ben, offer, label="Accept")
    await stage.board(1)


@pytest.mark.stage(end="open")
async def test_a_command_cancelled_before_its_language_is_known_is_not_acknowledged(
    stage: Stage,
) -> None:
    async with blocked_reads(stage, PEOPLE.name):
        call = await stage.world.slash(stage.ada, stage.channel, "matches")
        await wait_until(lambda: stage.bot.handlers.is_busy, SOON)
        stage.bot.handlers.abandon()
        await asyncio.sleep(1.5 * PATIENCE)
    assert call.answer is None
