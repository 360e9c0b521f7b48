"""Notifications to systemd, for a service of `Type=notify`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

EVERY = 10.0
"""Maximum interval of watchdog messages in seconds, shorter if systemd requires it."""

STARTING = 60
"""Seconds by which each message extends the start-up timeout."""


@asynccontextmanager
async def supervised(is_ready: Callable[[], bool]) -> AsyncGenerator[None]:
    """Notify systemd within the block when the bot is ready, alive and stopping.

    Without systemd, this does nothing.
    """
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        yield
        return
    notifier = asyncio.create_task(_keep_notifying(address, is_ready))
    try:
        yield
    finally:
        notifier.cancel()
        await asyncio.gather(notifier, return_exceptions=True)
        _notify(address, "STOPPING=1")


async def _keep_notifying(address: str, is_ready: Callable[[], bool]) -> None:
    # systemd kills a process that is silent for that long, and recommends half of it.
    limit = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000
    every = min(EVERY, limit / 2) if limit else EVERY
    while not is_ready():
        _notify(address, f"EXTEND_TIMEOUT_USEC={STARTING * 1_000_000}", "STATUS=Connecting")
        await asyncio.sleep(min(1.0, every))
    _notify(address, "READY=1", "STATUS=Connected")
    while True:
        _notify(address, "WATCHDOG=1")
        await asyncio.sleep(every)


def _notify(address: str, *lines: str) -> None:
    # An abstract socket's name starts with @ instead of the zero byte.
    path = "\0" + address[1:] if address.startswith("@") else address
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection,
    ):
        connection.connect(path)
        connection.sendall("\n".join(lines).encode())
