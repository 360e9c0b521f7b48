"""The life of a process: memory settings, warm-up, notifications to systemd, signals to stop."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from threading import Thread, get_native_id

import discord
from PIL import Image

from engine.serving.pool import Pool
from rendering.glimpses import all_games
from rendering.registry import warm
from rendering.scenes.scene import LAYERS
from rules.registry import GAMES

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of glibc's `mallopt`, without their prefix `M_`."""

_LARGE_BLOCK = 256 * 1024
"""Size in bytes from which freed blocks are returned to the system immediately."""

_ARENAS = 2

_PICTURES = 4
"""Number of blocks that Pillow keeps: a copied board and its version with a palette, by thread."""

EVERY = 10.0
"""Maximum interval of watchdog messages in seconds, shorter if systemd requires it."""

STARTING = 60
"""Seconds by which each message extends the start-up timeout."""

NICENESS = 10
"""The niceness of the warm-up thread."""

PAUSE = 5.0
"""Seconds after connecting in which pending posts go out first, as threads slow each other down."""


def limit_memory(boards: int) -> None:
    """Keep some megabytes of empty boards, and make glibc return freed memory to the system.

    Other C libraries are left alone.

    Pictures take many megabytes in several threads. By default, glibc reacts to the first freed
    picture by keeping all later ones per thread, which was most of the process's memory.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGE_BLOCK)
        library.mallopt(_TRIM_THRESHOLD, _LARGE_BLOCK)
        library.mallopt(_ARENA_MAX, _ARENAS)
    LAYERS.limit(boards * 2**20)
    # Allocating each picture from the system would take a fifth of the time to draw it.
    Image.core.set_blocks_max(_PICTURES)


def freeze_garbage_collection() -> None:
    """Exclude all current objects, such as modules and commands, from garbage collection.

    A full collection would otherwise block the process for a tenth of a second.
    """
    gc.collect()
    gc.freeze()


def when_stopped(call: Callable[[], object]) -> None:
    """Call a function in the running event loop at SIGINT, SIGTERM and SIGHUP.

    On Windows, asyncio has no signal handlers, and Ctrl-C raises KeyboardInterrupt.
    """
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # Windows doesn't support it, and there is no documented way to check.
        with contextlib.suppress(NotImplementedError, AttributeError):
            loop.add_signal_handler(getattr(signal, name), call)


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


async def warm_up(bot: discord.Client, pool: Pool | None) -> None:
    """Soon after the bot is ready, start a first worker and draw first pictures."""
    await bot.wait_until_ready()
    await asyncio.sleep(PAUSE)
    if pool is not None:
        await pool.warm()
    Thread(target=draw_first_pictures, name="warming", daemon=True).start()


def draw_first_pictures() -> None:
    """Draw each game, then all together, at low priority if the system supports it."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)
    for game in GAMES.values():
        warm(game)
    all_games()
    freeze_garbage_collection()


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
