"""Several processes on one PostgreSQL database, each with its own shards.

They are simulated by bots in this process, which only share the database and Discord.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.process.client import Options, Stairwell
from rendering import Icon, icons
from storage import outbox
from storage.database.shards import ALL, Shards
from storage.database.store import Store
from storage.database.transaction import DatabaseError
from tests.bot.wire.stage import (
    CARD,
    SOON,
    assert_requests_fit,
    board,
    cards,
    challenge,
    find_buttons,
    latest_reply,
    stage_in,
    wait_for_answers,
)
from tests.databases import PostgresqlDatabase
from tests.discord.bots import log_in
from tests.discord.loopback import Loopback
from tests.discord.places import Channel, Guild, Member
from tests.discord.waiting import wait_until
from tests.storage.database.proxy import Proxy

pytestmark = pytest.mark.slow

FIRST, SECOND = Shards(2, frozenset({0})), Shards(2, frozenset({1}))


class TwoServers:
    """Two servers on different shards, in which the same two people play."""

    def __init__(self, world: Loopback, database_url: str) -> None:
        self.world = world
        self.database_url = database_url
        self.guilds = [world.add_guild(f"guild {shard}", shard) for shard in range(2)]
        self.channels = [guild.add_channel("games") for guild in self.guilds]
        self.ada, self.ben = self.add_players(self.guilds[0])

    def add_players(self, guild: Guild) -> tuple[Member, Member]:
        ada, ben = guild.add_member("ada"), guild.add_member("ben")
        if guild is not self.guilds[0]:
            ada.id, ben.id = self.ada.id, self.ben.id
            guild.members |= {ada.id: ada, ben.id: ben}
        return ada, ben

    @asynccontextmanager
    async def bot(self, shards: Shards, *, has_emojis: bool = False) -> AsyncIterator[Stairwell]:
        """Run a bot for some shards within the block, with hourly chores."""
        options = Options(
            sweep=timedelta(hours=1), shards=shards, opens_threads=False, has_emojis=has_emojis
        )
        async with Store.opened(self.database_url, shards) as store:
            bot = Stairwell(store, options, guild_ready_timeout=0.1)
            async with log_in(bot, self.world):
                await asyncio.wait_for(bot.wait_until_ready(), SOON)
                yield bot

    async def start_match(self, number: int) -> tuple[Channel, Member, Member]:
        """Start a match in a server, and return its channel and players. Ada moves first."""
        channel = self.channels[number]
        ada, ben = (self.ada, self.ben) if number == 0 else self.add_players(self.guilds[number])
        offer = await challenge(self.world, channel, ada, ben)
        await self.world.click(ben, offer, label="Accept")
        await board(channel, 1)
        return channel, ada, ben


@pytest.fixture
def database_url(postgresql: PostgresqlDatabase) -> str:
    postgresql.empty()
    return postgresql.url


@pytest.fixture
async def two_servers(database_url: str) -> AsyncIterator[TwoServers]:
    async with Loopback(deadline=SOON, shards=2) as world:
        yield TwoServers(world, database_url)


async def test_each_process_serves_the_servers_of_its_shards_alone(two_servers: TwoServers) -> None:
    async with two_servers.bot(FIRST) as first, two_servers.bot(SECOND) as second:
        assert [guild.id for guild in first.guilds if guild.name != "loopback"] == [
            two_servers.guilds[0].id
        ]
        assert two_servers.guilds[1].id in {guild.id for guild in second.guilds}
        for number in range(2):
            channel, ada, _ = await two_servers.start_match(number)
            call = await two_servers.world.slash(ada, channel, "move", move="e1")
            await board(channel, 2)
            assert "You played **e1**" in latest_reply(call)
        await two_servers.world.settle(0.3, within=SOON)
        assert [len(cards(channel)) for channel in two_servers.channels] == [2, 2]
        # Only the process with the first shard registers the commands.
        synced = [request for request in two_servers.world.requests if request.method == "PUT"]
        assert len([request for request in synced if "commands" in request.path]) == 1


async def test_one_process_uploads_emojis_and_all_show_them(two_servers: TwoServers) -> None:
    icon = Icon("passtally", "XA")
    async with (
        two_servers.bot(FIRST, has_emojis=True) as first,
        two_servers.bot(SECOND, has_emojis=True) as second,
    ):
        await wait_until(lambda: first.application_emojis.of(icon), SOON, "nothing was uploaded")
        await first.emoji_upload.check()
        await second.emoji_upload.check()
        assert second.application_emojis.of(icon) == first.application_emojis.of(icon)
        channel, ada, _ = await two_servers.start_match(1)
        assert "<:sw_skirt_seat1_" in cards(channel)[0].text
        # If they are removed in Discord's portal, menus with them are refused.
        two_servers.world.emojis.clear()
        call = await two_servers.world.slash(ada, channel, "pool")
        pool_page = await call.first_reply(SOON)
        assert not any(each.get("emoji") for each in pool_page.selects[0]["options"])
        assert second.application_emojis.doubted.is_set()
        assert await first.emoji_upload.check()
        assert len(two_servers.world.emojis) == len(icons())
    posts = [each for each in two_servers.world.requests if (each.route or "").endswith("/emojis")]
    assert sum(each.method == "POST" for each in posts) == 2 * len(icons())
    assert_requests_fit(two_servers.world)


async def test_a_change_in_another_processs_server_shows_there_at_once(
    two_servers: TwoServers,
) -> None:
    async with two_servers.bot(FIRST), two_servers.bot(SECOND):
        channel, _, _ = await two_servers.start_match(1)
        await two_servers.world.settle(0.3, within=SOON)
        (card,) = cards(channel)
        before = card.edits
        # Ada's clock stops in all her matches, wherever she takes a vacation.
        call = await two_servers.world.slash(
            two_servers.ada, two_servers.channels[0], "vacation", days=3
        )
        await call.first_reply(SOON)
        await wait_until(lambda: card.edits > before, SOON, "the other server was not told")


async def test_no_process_posts_for_one_that_is_down(two_servers: TwoServers) -> None:
    async with two_servers.bot(FIRST) as first:
        async with two_servers.bot(SECOND) as second:
            channel, _, _ = await two_servers.start_match(1)
            await two_servers.world.settle(0.3, within=SOON)
            match = await second.club.matches.find(1)
        # The first process resigns it, as it does when a person's data is deleted.
        await first.club.matches.resign(1, two_servers.ada.id)
        await first.courier.deliver_match(match.id)
        await first.do_chores()
        await two_servers.world.settle(0.3, within=SOON)
        assert len(cards(channel)) == 1
        async with two_servers.bot(SECOND) as second:
            await second.do_chores()
            await board(channel, 2)
            await two_servers.world.settle(0.3, within=SOON)
            assert len(cards(channel)) == 2
            assert [find_buttons(card, "Play") for card in cards(channel)] == [[], []]


async def test_two_processes_cannot_serve_the_same_shard(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.engines.postgresql._PATIENCE", 0.1)
    async with Store.opened(database_url, FIRST), Store.opened(database_url, SECOND):
        for shards in (FIRST, ALL, Shards(3, frozenset({1, 2}))):
            with pytest.raises(DatabaseError, match="Another Stairwell is already serving"):
                async with Store.opened(database_url, shards):
                    pass
    async with Store.opened(database_url, ALL):
        with pytest.raises(DatabaseError, match="Another Stairwell is already serving"):
            async with Store.opened(database_url, FIRST):
                pass


@pytest.mark.parametrize("discord_forgets", [False, True], ids=["same nonce", "nonce forgotten"])
async def test_a_courier_returning_after_a_takeover_changes_nothing(
    database_url: str, discord_forgets: bool
) -> None:
    async with stage_in(database_url) as stage:
        await stage.start_match()
        await stage.settle()
        hold = stage.world.hold_next("POST", CARD)
        call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await hold.wait_for_request(SOON)
        other_store = await Store.open(database_url)
        other = Stairwell(
            other_store, Options(sweep=None, opens_threads=False), guild_ready_timeout=0.1
        )
        async with log_in(other, stage.world):
            # The second process assumes that the first one is dead, and takes over its claims.
            await other.courier.outbox.take_over()
            await other.courier.deliver_due()
        await other_store.close()
        card = await stage.board(2)
        if discord_forgets:
            card.nonce = None
        hold.release()
        await wait_for_answers(call)
        await stage.world.settle(0.3, within=SOON)
        async with stage.bot.club.store.read() as tx:
            posted = await outbox.get(tx, "b1-2")
        assert posted is not None
        assert posted.message_id == card.id
        assert (await stage.match()).stored.place.card_message_id == card.id
        await stage.retry_outbox()
        await stage.world.settle(0.3, within=SOON)
        (playable,) = [each for each in cards(stage.channel) if find_buttons(each, "Play")]
        assert playable is card
        await stage.check()


async def test_a_move_waits_for_a_restarting_database(database_url: str) -> None:
    async with Proxy(database_url).running() as proxy, stage_in(proxy.url) as stage:
        card = await stage.start_match()
        panel = await stage.panel(stage.ada, card, "e1")
        await proxy.shut_down()
        call = await stage.world.click(stage.ada, panel, label="Play e1")
        await asyncio.sleep(1)
        assert call.messages == [] or "can't" not in latest_reply(call)
        await proxy.open_again()
        await wait_for_answers(call)
        await stage.board(2)
        assert (await stage.match()).ply == 1
        await stage.check()


async def test_a_lost_database_is_reported_and_the_move_works_later(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.engines.postgresql._PATIENCE", 0.2)
    async with Proxy(database_url).running() as proxy, stage_in(proxy.url) as stage:
        await stage.start_match()
        await stage.settle()
        await proxy.shut_down()
        call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await wait_until(lambda: "I can't save anything right now" in latest_reply(call), SOON)
        await stage.bot.do_chores()
        await proxy.open_again()
        await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await stage.board(2)
        await stage.check()


async def test_an_unreachable_database_neither_fills_the_log_nor_delays_choices(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("storage.database.engines.postgresql._PATIENCE", 0.2)
    async with Proxy(database_url).running() as proxy, stage_in(proxy.url) as stage:
        await stage.start_match()
        await stage.settle()
        listening = asyncio.create_task(stage.bot.club.store.listen(lambda _: None))
        await proxy.shut_down()
        await stage.bot.do_chores()
        assert not stage.bot.club.store.is_reachable
        caplog.clear()
        for _ in range(12):
            choices = await stage.world.autocomplete(
                stage.ada, stage.channel, "move", focused="match", value=""
            )
            assert choices == []
        await asyncio.sleep(2)
        await stage.bot.do_chores()
        assert len(caplog.records) < 20
        assert not any(record.exc_info for record in caplog.records)
        await proxy.open_again()
        await stage.bot.do_chores()
        listening.cancel()
        choices = await stage.world.autocomplete(
            stage.ada, stage.channel, "move", focused="match", value=""
        )
        assert [each["value"] for each in choices] == ["1"]


@pytest.mark.parametrize("reaches_server", [False, True])
async def test_a_move_with_an_interrupted_commit_reports_its_real_outcome(
    database_url: str, reaches_server: bool
) -> None:
    async with Proxy(database_url).running() as proxy, stage_in(proxy.url) as stage:
        await stage.start_match()
        await stage.settle()
        # The first of three writing transactions stores the move.
        proxy.cut_on(b"CHOICE", reaches_server=reaches_server)
        call = await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await wait_for_answers(call)
        await stage.settle()
        ply = (await stage.match()).ply
        assert ("You played **e1**" in latest_reply(call)) == (ply == 1)
        if ply == 0:
            assert "I can't save anything right now" in latest_reply(call)
            await stage.world.slash(stage.ada, stage.channel, "move", move="e1")
        await stage.board(2)
        await stage.retry_outbox()
        await stage.check()
