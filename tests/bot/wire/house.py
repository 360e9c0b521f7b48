"""A loopback server, and a database for successive `stairwell run` processes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord

from club.matches.play import Matches
from storage.database.store import Store
from tests.bot.wire.stage import (
    CARD,
    SOON,
    assert_one_card_a_turn_everywhere,
    assert_requests_fit,
    board,
    cards,
    challenge,
    latest_reply,
)
from tests.databases import new_file
from tests.discord.bots import BotProcess, running
from tests.discord.loopback import Loopback
from tests.discord.messages import Message
from tests.discord.places import Channel, Member
from tests.discord.waiting import wait_until

STAIRWELL = str(Path(sys.executable).with_name("stairwell"))


class House:
    """A server, and a database for successive processes."""

    def __init__(self, world: Loopback, folder: Path) -> None:
        self.world = world
        self.database_url = new_file(folder / "stairwell.db")
        self.environment: dict[str, str] = {}
        """Additional settings of the bot."""
        self.channel = world.guild.add_channel("games")
        self.ada, self.ben, self.cy = (
            world.guild.add_member(name) for name in ("ada", "ben", "cy")
        )

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[BotProcess]:
        """Run the bot within the block, and check that it never writes its token."""
        env = {"DATABASE_URL": self.database_url, **self.environment}
        async with running(self.world, STAIRWELL, "run", env=env) as process:
            await self.world.bot_ready(SOON)
            yield process
        assert self.world.token not in process.stdout + process.stderr
        assert "Traceback" not in process.stdout + process.stderr

    async def start_match(self) -> Message:
        """Start a match between Ada and Ben in a thread, and return its first board."""
        offer = await challenge(self.world, self.channel, self.ada, self.ben)
        await self.world.click(self.ben, offer, label="Accept")
        await wait_until(lambda: self.channel.threads, SOON, "no thread")
        return await board(self.place, 1)

    @property
    def place(self) -> Channel:
        (thread,) = self.channel.threads
        return thread

    async def move(self, member: Member, text: str) -> None:
        """Make a move, and wait for its confirmation."""
        call = await self.world.slash(member, self.place, "move", move=text)
        await call.first_reply(SOON)
        assert f"You played **{text}**" in latest_reply(call)

    async def kill_while_posting(self, *, reaches_discord: bool) -> Message:
        """Kill a bot while it posts the board after Ada's e1. Return the board before."""
        async with self.bot() as bot:
            first = await self.start_match()
            hold = self.world.hold_next("POST", CARD, carried_out=reaches_discord)
            await self.move(self.ada, "e1")
            await hold.wait_for_request(SOON)
            bot.kill()
            await bot.wait()
            hold.cut()
        return first

    async def check(self, *moves: str) -> None:
        """Check that the match has these moves, one card per turn, and valid requests."""
        await wait_until(lambda: len(cards(self.place)) == len(moves) + 1, SOON, "not all cards")
        await self.world.settle(0.3, within=SOON)
        store = await Store.open(self.database_url)
        try:
            matches = Matches(store, discord.utils.utcnow)
            match = await matches.find(1)
            assert [played.text for played in match.played] == list(moves)
            await assert_one_card_a_turn_everywhere(self.world, store, matches)
        finally:
            await store.close()
        assert_requests_fit(self.world)
