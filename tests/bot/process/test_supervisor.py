"""What systemd is told, where it supervises the bot."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from bot.process.supervisor import supervised
from tests.discord.waiting import holds


async def test_systemd_is_told_of_the_start_the_life_and_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "notify"
    monkeypatch.setenv("NOTIFY_SOCKET", str(path))
    monkeypatch.setenv("WATCHDOG_USEC", "40000")
    told: list[str] = []
    is_ready = False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(path))
        systemd.setblocking(False)

        async def listen() -> None:
            while True:
                heard = await asyncio.get_running_loop().sock_recv(systemd, 1000)
                told.extend(heard.decode().splitlines())

        listening = asyncio.create_task(listen())
        async with supervised(lambda: is_ready):
            await holds(lambda: "STATUS=Connecting" in told, 30)
            assert "READY=1" not in told
            is_ready = True
            await holds(lambda: told.count("WATCHDOG=1") > 2, 30)
        await holds(lambda: told[-1] == "STOPPING=1", 30)
        listening.cancel()
    assert told.count("READY=1") == 1
    assert told.index("READY=1") < told.index("WATCHDOG=1")
    assert "EXTEND_TIMEOUT_USEC=60000000" in told


async def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    async with supervised(lambda: True):
        pass
