"""Two bots that share the servers, and an engine worker.

Each runs in its own process, as in `compose.yaml`.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from urllib.request import urlopen

import discord
import pytest

from club.matches.changes import Agreement, begin
from club.matches.play import Matches
from rules.registry import GAMES
from storage.database.store import Store
from storage.matches.match import Participant, Place, Terms
from storage.servers import settings
from storage.servers.settings import GuildSettings
from tests.bot.wire.stage import (
    CARD,
    SOON,
    assert_one_card_a_turn,
    assert_requests_fit,
    board,
    cards,
    challenge,
    find_buttons,
    latest_reply,
)
from tests.conftest import temporary_database
from tests.discord.bots import BotProcess, running
from tests.discord.loopback import Loopback
from tests.discord.places import Channel, Guild
from tests.discord.waiting import wait_until

pytestmark = pytest.mark.slow

STAIRWELL = str(Path(sys.executable).with_name("stairwell"))
PROCESSES = 2


@pytest.fixture
def database_url() -> Iterator[str]:
    with temporary_database("cluster") as database:
        yield database.url


@asynccontextmanager
async def separate_store(database_url: str) -> AsyncIterator[Store]:
    """A store for the test itself, which serves no shards."""
    store = await Store.open(database_url)
    try:
        yield store
    finally:
        await store.close()


class House:
    """A server on each shard, in which the same two people play."""

    def __init__(self, world: Loopback, database_url: str) -> None:
        self.world = world
        self.database_url = database_url
        self.guilds = [world.add_guild(f"guild {shard}", shard) for shard in range(PROCESSES)]
        self.channels = [guild.add_channel("games") for guild in self.guilds]
        self.people = [(guild.add_member("ada"), guild.add_member("ben")) for guild in self.guilds]
        self.hosts = [""] * PROCESSES
        self.ports = [_free_port() for _ in range(PROCESSES)]

    @asynccontextmanager
    async def bot(self, number: int) -> AsyncIterator[BotProcess]:
        """Run a process within the block, and check that it never writes its token."""
        self.hosts[number] = self.hosts[number] or await self.world.open_host()
        env = {
            **self.world.environment_for(self.hosts[number]),
            "DATABASE_URL": self.database_url,
            "CLUSTER": f"{number + 1}/{PROCESSES}",
            "ENGINE": "queue",
            "MONITOR_PORT": str(self.ports[number]),
        }
        async with running(self.world, STAIRWELL, "run", env=env) as process:
            await self.world.bot_ready(SOON)
            yield process
        assert self.world.token not in process.stdout + process.stderr
        assert "Traceback" not in process.stdout + process.stderr

    @asynccontextmanager
    async def engine_worker(self) -> AsyncIterator[BotProcess]:
        """Run an engine worker within the block."""
        env = {"DATABASE_URL": self.database_url, "ENGINE_WORKERS": "1", "DISCORD_TOKEN": ""}
        async with running(self.world, STAIRWELL, "engine-worker", env=env) as process:
            yield process
        assert "Traceback" not in process.stdout + process.stderr

    async def wait_until_healthy(self, number: int) -> None:
        """Wait until `stairwell health` reports a process as healthy."""
        env = {"MONITOR_PORT": str(self.ports[number])}
        async with asyncio.timeout(SOON):
            code = 1
            while code:
                async with running(self.world, STAIRWELL, "health", env=env) as health:
                    code = await health.wait(SOON)

    async def shards_connected(self, number: int) -> set[str]:
        """The shards that a process reports as connected."""
        address = f"http://127.0.0.1:{self.ports[number]}/metrics"
        lines = (await asyncio.to_thread(_read, address)).splitlines()
        ready = (line for line in lines if line.startswith("stairwell_shard_connected{"))
        return {line.split('"')[1] for line in ready if line.endswith(" 1.0")}

    async def start_match(self, number: int) -> Channel:
        """Start a match in which Ada moves first against Ben, and return its thread."""
        ada, ben = self.people[number]
        offer = await challenge(self.world, self.channels[number], ada, ben)
        await self.world.click(ben, offer, label="Accept")
        return await self._thread_with_board(number)

    async def start_between_servers(self) -> list[Channel]:
        """Start a match between Ada and Ben in different servers, and return its threads."""
        skirt, ada, ben = GAMES["skirt"], self.people[0][0], self.people[1][1]
        agreement = Agreement(
            Terms(skirt.key, skirt.choose({"size": 4})),
            [Place(channel.guild.id, channel.id) for channel in self.channels],
            [Participant(ada.id, ada.name), Participant(ben.id, ben.name, home=2)],
        )
        async with separate_store(self.database_url) as store, store.write() as tx:
            for guild in self.guilds:
                await settings.save(tx, GuildSettings(guild.id, plays_out=True))
            await begin(tx, agreement, Random(1), discord.utils.utcnow())
        for channel in self.channels:
            await wait_until(lambda channel=channel: channel.threads, SOON, "no thread")
            await board(channel.threads[0], 1)
        return [channel.threads[0] for channel in self.channels]

    async def start_against_bot(self, number: int) -> Channel:
        """Start a match in which Ada moves first against the bot, and return its thread."""
        await self.world.slash(
            self.people[number][0], self.channels[number], "challenge", game="skirt",
            options="size 4", seat=1, level=1, opponent=self.guilds[number].bot,
        )  # fmt: skip
        return await self._thread_with_board(number)

    async def _thread_with_board(self, number: int) -> Channel:
        channel, count = self.channels[number], len(self.channels[number].threads)
        await wait_until(lambda: len(channel.threads) > count, SOON, "no thread")
        await board(channel.threads[-1], 1)
        return channel.threads[-1]

    async def move(self, number: int, seat: int, place: Channel, text: str) -> None:
        """Make a move, and wait for its confirmation."""
        call = await self.world.slash(self.people[number][seat - 1], place, "move", move=text)
        await wait_until(
            lambda: f"You played **{text}**" in latest_reply(call), SOON, f"not {text}"
        )

    def queried_servers(self, number: int) -> set[Guild]:
        """The servers whose channels a process has used in requests."""
        guilds = {
            str(place.id): guild for guild in self.guilds for place in guild.channels.values()
        }
        requests = (each for each in self.world.requests if each.host == self.hosts[number])
        guilds_asked_for = (guilds.get(each.ids.get("channel_id", "")) for each in requests)
        return {guild for guild in guilds_asked_for if guild is not None}


@pytest.fixture
async def house(database_url: str) -> AsyncIterator[House]:
    async with Loopback(deadline=SOON, shards=PROCESSES) as world:
        yield House(world, database_url)


async def test_two_bots_and_an_engine_worker_survive_the_loss_of_one(
    house: House,
) -> None:
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(house.bot(0))
        second = await stack.enter_async_context(house.bot(1))
        await stack.enter_async_context(house.engine_worker())
        for number in range(PROCESSES):
            await house.wait_until_healthy(number)
            assert await house.shards_connected(number) == {str(number)}
            alone = await house.start_against_bot(number)
            await house.move(number, 1, alone, "e1")
            # A single card shows Ada's move and the engine worker's reply.
            await board(alone, 2)
        places = [await house.start_match(number) for number in range(PROCESSES)]
        await house.world.settle(0.3, within=SOON)

        hold = house.world.hold_next("POST", CARD)
        await house.move(1, 1, places[1], "e1")
        await hold.wait_for_request(SOON)
        second.kill()
        await second.wait()
        hold.cut()
        await house.move(0, 1, places[0], "e1")
        await board(places[0], 2)
        await house.move(0, 2, places[0], "a1-b2")
        await board(places[0], 3)
        await house.wait_until_healthy(0)
        assert len(cards(places[1])) == 1

        async with house.bot(1):
            await board(places[1], 2)
            await house.wait_until_healthy(1)
            await house.move(1, 2, places[1], "a1-b2")
            await board(places[1], 3)
            await house.world.settle(0.3, within=SOON)
            assert [len(cards(place)) for place in places] == [3, 3]
    assert [house.queried_servers(number) for number in range(PROCESSES)] == [
        {guild} for guild in house.guilds
    ]
    assert_requests_fit(house.world)


@pytest.mark.timeout(600)
async def test_a_match_across_two_servers_survives_the_loss_of_either_process(
    house: House,
) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(house.bot(0))
        second = await stack.enter_async_context(house.bot(1))
        here, other = await house.start_between_servers()

        (ada, _), (_, ben) = house.people
        # Only the card in Ben's own server mentions him.
        hold = house.world.hold_next("POST", CARD, containing=ben.mention)
        await house.move(0, 1, here, "e1")
        await hold.wait_for_request(SOON)
        second.kill()
        await second.wait()
        hold.cut()
        await board(here, 2)
        assert len(cards(other)) == 1

        async with house.bot(1):
            await board(other, 2)
            await house.move(1, 2, other, "a1-b2")
            question = await (await house.world.slash(ben, other, "resign")).first_reply(SOON)
            await house.world.click(ben, question, label="Resign")
            for place in (here, other):
                await wait_until(
                    lambda place=place: find_buttons(cards(place)[-1], "Rematch"), SOON
                )
            first.kill()
            await first.wait()
            await house.world.click(ben, cards(other)[-1], label="Rematch")
            await wait_until(lambda: find_buttons(other.messages[-1], "Accept"), SOON, "no request")
            # The first server's card is updated once its process is back.
            async with house.bot(0):
                await wait_until(
                    lambda: find_buttons(here.messages[-1], "Accept"), SOON, "no request"
                )
                await house.world.click(ada, here.messages[-1], label="Accept")
                for place in (here, other):
                    await wait_until(
                        lambda place=place: find_buttons(cards(place)[-1], "Play"), SOON
                    )
                await house.world.settle(0.3, within=SOON)
    async with separate_store(house.database_url) as store:
        matches = Matches(store, discord.utils.utcnow)
        for number in (1, 2):
            for place in (here, other):
                assert_one_card_a_turn(await matches.find(number), place)
    assert_requests_fit(house.world)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _read(address: str) -> str:
    with urlopen(address) as answer:
        return str(answer.read().decode())
