"""An unhealthy process, which reports its state and exits to be restarted."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from tests.bot.wire.stage import SOON
from tests.discord.bots import running
from tests.discord.loopback import Loopback

pytestmark = pytest.mark.slow

STAIRWELL = (sys.executable, "-m", "bot.command_line")
HEALTH_CHECK = (sys.executable, "-m", "bot.process.health_check")


class WithoutGateway(Loopback):
    """A Discord whose gateway doesn't respond."""

    @property
    def gateway_url(self) -> str:
        return "ws://127.0.0.1:9"


def a_free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


async def test_a_bot_unable_to_connect_ends_itself(tmp_path: Path) -> None:
    port = a_free_port()
    env = {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'stairwell.db'}",
        "MONITOR_PORT": port,
        "UNHEALTHY_MINUTES": "0.4",
    }
    async with WithoutGateway(deadline=SOON) as world:
        async with running(world, *STAIRWELL, "run", env=env) as bot:
            await bot.wait_for_output("metrics at", SOON)
            async with running(world, *STAIRWELL, "health", env=env) as health:
                assert await health.wait(SOON) == 1
                assert "Not all shards have been connected" in health.stderr
            assert await bot.wait(SOON) == 70
        assert "ending the process for a restart" in bot.stderr
        assert "The bot was unhealthy for too long" in bot.stderr


async def test_a_healthy_bot_keeps_running_and_logs_it(tmp_path: Path) -> None:
    port = a_free_port()
    env = {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'stairwell.db'}",
        "MONITOR_PORT": port,
        "LOG_FORMAT": "json",
    }
    async with Loopback(deadline=SOON) as world:
        async with running(world, *STAIRWELL, "run", env=env) as bot:
            await world.bot_ready(SOON)
            await bot.wait_for_output('"message": "healthy"', SOON)
            async with running(world, *HEALTH_CHECK, env=env) as health:
                assert await health.wait(SOON) == 0
                assert health.stdout == "Healthy.\n"
            # A second bot reports that the port is taken.
            other = {**env, "DATABASE_URL": f"sqlite:///{tmp_path / 'other.db'}"}
            async with running(world, *STAIRWELL, "run", env=other) as second:
                assert await second.wait(SOON) == 1
            assert f"can't listen on 127.0.0.1, port {port}" in second.stderr
            bot.hang_up()
            assert await bot.wait(SOON) == 0
        assert world.token not in bot.stderr
