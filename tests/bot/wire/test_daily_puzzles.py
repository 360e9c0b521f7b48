"""The card of the daily puzzle, posted once even if the process dies."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.process.client import Options, Stairwell
from storage.database.store import Store
from storage.servers import settings
from storage.servers.settings import GuildSettings
from tests.bot.wire.stage import CARD, SOON, find_buttons, stage_in
from tests.bot.wire.test_crashes import House, house
from tests.bot.wire.test_processes import database_url
from tests.discord.bots import log_in
from tests.discord.messages import Message
from tests.discord.places import Channel
from tests.discord.waiting import wait_until

__all__ = ["database_url", "house"]

pytestmark = pytest.mark.slow


def cards(channel: Channel) -> list[Message]:
    """The cards of puzzles that can be solved."""
    return [each for each in channel.messages if find_buttons(each, "Solve")]


async def wish(store: Store, channel: Channel, guild_id: int) -> None:
    """Make a puzzle due now, and the next one in half a day."""
    hour = (discord.utils.utcnow() - timedelta(hours=12)).hour
    wished = GuildSettings(
        guild_id, puzzle_channel_id=channel.id, puzzle_hour=hour, puzzle_at=discord.utils.utcnow()
    )
    async with store.write() as tx:
        await settings.save(tx, wished)


@pytest.mark.parametrize("forgets", [False, True], ids=["same nonce", "nonce forgotten"])
@pytest.mark.parametrize("reaches_discord", [False, True], ids=["before", "after"])
async def test_a_bot_killed_around_posting_a_puzzle_posts_it_once(
    house: House, reaches_discord: bool, forgets: bool
) -> None:
    channel = house.channel
    async with Store.opened(house.database_url) as store:
        await wish(store, channel, house.world.guild.id)
    hold = house.world.hold_next("POST", CARD, carried_out=reaches_discord)
    async with house.bot() as bot:
        await hold.wait_for_request(SOON)
        bot.kill()
        await bot.wait()
        hold.cut()
    for message in channel.messages if forgets else ():
        message.nonce = None
    assert len(cards(channel)) == reaches_discord
    async with house.bot():
        await wait_until(lambda: cards(channel), SOON, "no puzzle")
        call = await house.world.click(house.ada, cards(channel)[0], label="Solve")
        assert "### " in (await call.first_reply(SOON)).text
        await house.world.settle(0.5, within=SOON)
    assert len(cards(channel)) == 1
    async with Store.opened(house.database_url) as store, store.read() as tx:
        puzzle_at = (await settings.get(tx, house.world.guild.id)).puzzle_at
    assert puzzle_at is not None
    assert puzzle_at > datetime.now(UTC)


async def test_two_processes_post_one_puzzle(database_url: str) -> None:
    async with stage_in(database_url) as stage:
        await wish(stage.bot.club.store, stage.channel, stage.world.guild.id)
        other_store = await Store.open(database_url)
        other = Stairwell(
            other_store, Options(sweep=None, opens_threads=False), guild_ready_timeout=0.1
        )
        async with log_in(other, stage.world):
            for _ in range(3):
                await asyncio.gather(*(bot.do_chores() for bot in (stage.bot, other)))
            await wait_until(lambda: cards(stage.channel), SOON, "no puzzle")
            await stage.settle()
        await other_store.close()
        assert len(cards(stage.channel)) == 1
