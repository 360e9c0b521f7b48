"""Telling systemd how the process is, where systemd has started it as `Type=notify`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

EVERY = 10.0
"""Seconds between two signs of life, at most; more often where systemd wants it so."""

STARTING = 60
"""Seconds for which each sign of life before the bot is ready asks."""


@asynccontextmanager
async def supervised(is_ready: Callable[[], bool]) -> AsyncGenerator[None]:
    """Within, systemd is told when the bot is ready, that its event loop goes round, and at the end
    that it stops.

    Without systemd nothing happens.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        yield
        return
    telling = asyncio.create_task(_keep_telling(address, is_ready))
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        _tell(address, "STOPPING=1")


async def _keep_telling(address: str, is_ready: Callable[[], bool]) -> None:
    # systemd ends a process that is silent for so long; half of it is what it recommends.
    limit = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000
    every = min(EVERY, limit / 2) if limit else EVERY
    while not is_ready():
        _tell(address, f"EXTEND_TIMEOUT_USEC={STARTING * 1_000_000}", "STATUS=Connecting")
        await asyncio.sleep(min(1.0, every))
    _tell(address, "READY=1", "STATUS=Connected")
    while True:
        _tell(address, "WATCHDOG=1")
        await asyncio.sleep(every)


def _tell(address: str, *lines: str) -> None:
    # An abstract socket is written with an @ in place of the zero byte.
    path = "\0" + address[1:] if address.startswith("@") else address
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told,
    ):
        told.connect(path)
        told.sendall("\n".join(lines).encode())
