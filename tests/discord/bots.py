"""Bots on the loopback Discord: a client in this process, or a separate process.

A process can be stopped cleanly or killed at any moment.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import yarl
from discord import Client
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.discord.loopback import Loopback
from tests.discord.waiting import SOON, wait_until

ROOT = Path(__file__).parents[2]


@contextmanager
def connected_to(world: Loopback) -> Iterator[None]:
    """Point discord.py in this process at the loopback within the block."""
    defaults = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = world.rest_url, yarl.URL(world.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = defaults


@asynccontextmanager
async def log_in(client: Client, world: Loopback) -> AsyncIterator[None]:
    """Log in a client in this process for the duration of the block."""
    with connected_to(world):
        running = asyncio.create_task(client.start(world.token))
        ready = asyncio.create_task(world.bot_ready())
        try:
            await asyncio.wait([running, ready], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                await running
            await ready
            yield
        finally:
            ready.cancel()
            await client.close()
            with suppress(asyncio.CancelledError):
                await running


class BotProcess:
    """A running command, with its output so far in `stdout` and `stderr`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._stdout = bytearray()
        self._stderr = bytearray()
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = asyncio.gather(
            _copy(process.stdout, self._stdout), _copy(process.stderr, self._stderr)
        )

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code: None while running, negative after a signal."""
        return self._process.returncode

    @property
    def stdout(self) -> str:
        return self._stdout.decode(errors="replace")

    @property
    def stderr(self) -> str:
        return self._stderr.decode(errors="replace")

    def kill(self) -> None:
        """Send SIGKILL, which leaves no chance to finish anything."""
        self._process.kill()

    def terminate(self) -> None:
        """Send SIGTERM, a request to stop."""
        self._process.terminate()

    def hang_up(self) -> None:
        """Send SIGHUP, as a closed terminal does."""
        self._process.send_signal(signal.SIGHUP)

    async def wait(self, within: float = SOON) -> int:
        """Wait for the process to exit, and return its exit code.

        :raises TimeoutError:
        """
        async with asyncio.timeout(within):
            return await self._process.wait()

    async def wait_for_output(self, text: str, within: float = SOON) -> None:
        """Wait until this text appears in stdout or stderr.

        :raises AssertionError:
        """
        await wait_until(
            lambda: text in self.stdout + self.stderr, within, f"no {text!r} in the output"
        )

    async def end(self) -> None:
        """Kill the process and its children, and read the rest of the output."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        await self._process.wait()
        await self._readers


async def _copy(stream: asyncio.StreamReader, output: bytearray) -> None:
    while block := await stream.read(65536):
        output += block


@asynccontextmanager
async def running(
    world: Loopback, *command: str, env: Mapping[str, str] | None = None
) -> AsyncIterator[BotProcess]:
    """Run a command in the repository with the world's settings, overridden by `env`.

    The command is killed at the end of the block. An error in the block shows its output.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **world.environment, **(env or {})},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    bot = BotProcess(process)
    try:
        yield bot
    except BaseException as error:
        await bot.end()
        error.add_note(f"stdout of {command}:\n{bot.stdout[-4000:]}")
        error.add_note(f"stderr of {command}:\n{bot.stderr[-4000:]}")
        raise
    finally:
        await bot.end()
