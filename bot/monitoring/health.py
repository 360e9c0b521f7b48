"""Health checks: connection, database, chores and event loop."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

from sqlalchemy import select, true

from bot.monitoring.event_loop import LoopLag
from bot.monitoring.watched import Watched, shards_of

HEARTBEAT = 90.0
"""Seconds in which Discord has to acknowledge a heartbeat. They are sent every 41."""

DATABASE_PATIENCE = 5.0
"""Seconds that the database may take to answer."""

CHORES_PATIENCE = 300.0
"""Seconds in which each chore has to end, and in which at least one has to. A round starts every 15
seconds."""

MAX_LAG = 1.0
"""Acceptable lag of the event loop, in seconds."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem found by a check."""

    code: str
    words: str


class Health:
    """Checks the parts of a bot."""

    def __init__(self, watched: Watched, lag: LoopLag) -> None:
        self._watched = watched
        self._lag = lag

    async def hindrances(self) -> list[Problem]:
        """Return what prevents the bot from serving people now."""
        return [*self._connection_problems(), *await self._database_problems()]

    async def problems(self) -> list[Problem]:
        """Return all problems, including those that don't affect users yet."""
        return [
            *await self.hindrances(),
            *self._missing_heartbeats(),
            *self._stuck_chores(),
            *self._blocked_loop(),
        ]

    def _connection_problems(self) -> list[Problem]:
        if not self._watched.client.is_ready():
            return [Problem("starting", "Not all shards have been connected to Discord yet.")]
        if not self._watched.is_connected():
            return [Problem("disconnected", "A shard has lost its connection to Discord.")]
        return []

    def _missing_heartbeats(self) -> list[Problem]:
        silent = [
            str(shard.id)
            for shard in shards_of(self._watched.client)
            if shard.acknowledged is None or shard.acknowledged > HEARTBEAT
        ]
        if not silent:
            return []
        words = f"Discord has acknowledged no heartbeat for {HEARTBEAT:.0f} seconds"
        return [Problem("heartbeat", f"{words}: shard {', '.join(silent)}.")]

    async def _database_problems(self) -> list[Problem]:
        try:
            async with asyncio.timeout(DATABASE_PATIENCE), self._watched.club.store.read() as tx:
                await tx.execute(select(true()))
        except TimeoutError:
            words = f"The database doesn't answer within {DATABASE_PATIENCE:.0f} seconds."
            return [Problem("database", words)]
        except Exception as error:
            # The message may contain the address with its password.
            log.warning("the database can't be reached: %s", error)
            words = f"The database can't be reached ({type(error).__name__}); see the log."
            return [Problem("database", words)]
        return []

    def _stuck_chores(self) -> list[Problem]:
        chores, now = self._watched.chores, time.monotonic()
        if now - chores.done_at > CHORES_PATIENCE:
            words = f"No chore has ended for {now - chores.done_at:.0f} seconds."
            return [Problem("chores", words)]
        return [
            Problem("chores", f"The chore {each.name!r} has been running for {age:.0f} seconds.")
            for each in chores.all
            if each.begun_at is not None and (age := now - each.begun_at) > CHORES_PATIENCE
        ]

    def _blocked_loop(self) -> list[Problem]:
        lag = self._lag.latest
        if lag <= MAX_LAG:
            return []
        return [Problem("lag", f"The event loop was blocked for {lag:.1f} seconds.")]
