"""Notifications to systemd."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from bot.process.lifecycle import supervised
from tests.discord.waiting import wait_until


async def test_systemd_is_notified_of_start_liveness_and_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "notify"
    monkeypatch.setenv("NOTIFY_SOCKET", str(path))
    monkeypatch.setenv("WATCHDOG_USEC", "40000")
    messages: list[str] = []
    is_ready = False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(path))
        systemd.setblocking(False)

        async def listen() -> None:
            while True:
                heard = await asyncio.get_running_loop().sock_recv(systemd, 1000)
                messages.extend(heard.decode().splitlines())

        listening = asyncio.create_task(listen())
        async with supervised(lambda: is_ready):
            await wait_until(lambda: "STATUS=Connecting" in messages)
            assert "READY=1" not in messages
            is_ready = True
            await wait_until(lambda: messages.count("WATCHDOG=1") > 2)
        await wait_until(lambda: messages[-1] == "STOPPING=1")
        listening.cancel()
    assert messages.count("READY=1") == 1
    assert messages.index("READY=1") < messages.index("WATCHDOG=1")
    assert "EXTEND_TIMEOUT_USEC=60000000" in messages


async def test_no_notification_is_sent_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    async with supervised(lambda: True):
        pass
