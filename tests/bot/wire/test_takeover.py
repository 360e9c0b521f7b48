"""A suspended process, which exits silently if its shards were taken over."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from bot.monitoring.health import EXIT_CODE
from storage.database.engines.postgresql import CONFIRMED_FOR
from storage.database.store import Store
from tests.bot.wire.stage import SOON
from tests.bot.wire.test_clusters import STAIRWELL
from tests.databases import PostgresqlDatabase
from tests.discord.bots import running
from tests.discord.loopback import Loopback
from tests.storage.database.proxy import Proxy

pytestmark = pytest.mark.slow


@pytest.fixture
def database_url(postgresql: PostgresqlDatabase) -> str:
    postgresql.empty()
    return postgresql.url


async def test_a_process_stops_answering_once_its_shards_are_taken_over(
    database_url: str,
) -> None:
    async with Proxy(database_url).running() as proxy, Loopback(deadline=SOON) as world:
        guild = world.add_guild("games")
        channel, ada = guild.add_channel("games"), guild.add_member("ada")
        env = {"DATABASE_URL": proxy.url, "ENGINE_WORKERS": "0"}
        async with running(world, STAIRWELL, "run", env=env) as process:
            await world.bot_ready(SOON)
            await world.settle(0.5, within=SOON)
            os.kill(process.pid, signal.SIGSTOP)
            await proxy.shut_down()
            await proxy.open_again()
            async with Store.opened(database_url):
                call = await world.slash(ada, channel, "challenge", game="skirt")
                await asyncio.sleep(CONFIRMED_FOR)
                os.kill(process.pid, signal.SIGCONT)
                assert await process.wait(SOON) == EXIT_CODE
                assert call.answer is None
            lines = (process.stdout + process.stderr).splitlines()
            grave = [line for line in lines if " ERROR " in line or " CRITICAL " in line]
            assert len(grave) == 1
            assert "Another process has taken over this database" in grave[0]
            assert "Traceback" not in "\n".join(lines)
