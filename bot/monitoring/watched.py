"""The parts of a running bot that monitoring reads."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import discord

from bot.delivery.courier import Courier
from bot.interactions.handlers import Handlers
from bot.monitoring.chores import Chores
from club.club import Club
from engine.serving.pool import Pool


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
