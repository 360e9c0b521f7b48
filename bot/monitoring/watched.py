"""The parts of a bot that monitoring watches: its connections, and its chores with their times."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime

import discord

from bot.interface.delivery import Courier
from bot.interface.handlers import Handlers
from club.club import Club
from engine.serving.pool import Pool
from storage.database.transaction import NotStoredError

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds after which a round goes on to the next chore."""


@dataclass(slots=True)
class Chore:
    """One recurring job."""

    name: str
    work: Callable[[], Awaitable[object]]
    done_at: float = field(default_factory=time.monotonic)
    """When it last ended, whether or not it failed, by `time.monotonic`, initially its creation."""
    failures: int = 0
    """The number of failures."""
    is_waiting: bool = False
    """Whether its last run failed because the database couldn't be used."""
    task: asyncio.Task[None] | None = None
    """Its current run, if it is running."""
    begun_at: float | None = None
    """When its current run began, by `time.monotonic`, or None if it isn't running."""

    async def do(self, patience: float | None) -> None:
        """Do it, unless it is still running. Errors are logged.

        :param patience: seconds after which it continues in the background, None to wait for it.
        """
        if self.task is None:
            self.begun_at = time.monotonic()
            self.task = asyncio.create_task(self._run())
        await asyncio.wait([self.task], timeout=patience)

    async def _run(self) -> None:
        try:
            await self.work()
        except NotStoredError as error:
            self.failures += 1
            # Once per outage, which may last for hundreds of rounds.
            level = logging.DEBUG if self.is_waiting else logging.WARNING
            log.log(level, "the chore %r can't reach the database: %s", self.name, error)
            self.is_waiting = True
        except Exception:
            self.failures += 1
            log.exception("the chore %r failed and will be tried again", self.name)
        else:
            self.is_waiting = False
        finally:
            self.done_at = time.monotonic()
            self.task = self.begun_at = None


class Chores:
    """All chores, in the order in which a round begins them."""

    def __init__(self, **works: Callable[[], Awaitable[object]]) -> None:
        self.all = tuple(Chore(name, work) for name, work in works.items())
        self.rounds = 0
        """The number of completed rounds."""

    @property
    def done_at(self) -> float:
        """When the latest chore ended, by `time.monotonic`."""
        return max(chore.done_at for chore in self.all)

    async def do_round(self, patience: float | None = None) -> None:
        """Do each chore once. Errors are logged.

        :param patience: seconds after which the next chore begins beside one that is still running,
            None to wait for each. In the next round, a chore that is still running is left out.
        """
        for chore in self.all:
            if patience is None or chore.task is None:
                await chore.do(patience)
        self.rounds += 1

    async def do(self, *names: str) -> None:
        """Do some chores now, once more if they are running. Errors are logged."""
        for chore in self.all:
            if chore.name in names:
                if chore.task is not None:
                    await chore.do(None)
                await chore.do(PATIENCE)

    def cancel(self) -> list[asyncio.Task[None]]:
        """Cancel all chores that are running, and return their tasks."""
        tasks = [chore.task for chore in self.all if chore.task is not None]
        for task in tasks:
            task.cancel()
        return tasks


@dataclass(frozen=True, slots=True)
class Watched:
    """The parts of one bot."""

    client: discord.AutoShardedClient
    club: Club
    courier: Courier
    handlers: Handlers
    chores: Chores
    is_connected: Callable[[], bool]
    """Whether the bot is connected to the gateway."""
    pool: Pool | None = None
    latest_backup: Callable[[], datetime | None] | None = None
    """Returns when the latest backup was made, or None if backups are off."""


@dataclass(frozen=True, slots=True)
class ShardState:
    """A connection to Discord's gateway."""

    id: int
    is_open: bool
    latency: float
    """Seconds between the last heartbeat and its acknowledgement, infinite before the first."""
    acknowledged: float | None
    """Seconds since the last acknowledged heartbeat, or since the connection if that is later.

    None without a connection.
    """


def shards_of(client: discord.AutoShardedClient) -> tuple[ShardState, ...]:
    """Return the shards of this process that have been connected at least once."""
    return tuple(_state(shard_id, shard) for shard_id, shard in sorted(client.shards.items()))


def _state(shard_id: int, shard: discord.ShardInfo) -> ShardState:
    # Private in discord.py, which closes a silent connection after a minute. Monitoring looks for
    # connections that are not closed.
    socket = shard._parent.ws  # pyright: ignore[reportPrivateUsage]
    heart = socket._keep_alive  # pyright: ignore[reportPrivateUsage]
    acknowledged = None
    if heart is not None:
        acknowledged = time.perf_counter() - heart._last_ack  # pyright: ignore[reportPrivateUsage]
    return ShardState(shard_id, not shard.is_closed(), shard.latency, acknowledged)
