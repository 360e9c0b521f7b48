"""Whether the bot is well: connected, its database there, its chores done, its loop not held up."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass

from sqlalchemy import select, true

from bot.monitoring.event_loop import LoopLag
from bot.monitoring.watched import Watched, shards_of

HEARTBEAT = 90.0
"""Seconds within which Discord has to have acknowledged a heartbeat; they come every 41."""

DATABASE_PATIENCE = 5.0
"""Seconds that the database may take to answer."""

CHORES_PATIENCE = 300.0
"""Seconds within which a chore has to have come to its end. Each round begins 15 seconds after the
one before; posts that Discord takes slowly make one long."""

LONGEST_LAG = 1.0
"""Seconds."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be."""

    code: str
    words: str


class Health:
    """Asks all parts how they are."""

    def __init__(self, watched: Watched, lag: LoopLag) -> None:
        self._watched = watched
        self._lag = lag

    async def hindrances(self) -> list[Problem]:
        """What keeps the bot from serving people now."""
        return [*self._not_connected(), *await self._no_database()]

    async def problems(self) -> list[Problem]:
        """All that is wrong, what hinders nobody yet included."""
        return [
            *await self.hindrances(),
            *self._no_heartbeat(),
            *self._no_chores(),
            *self._held_up(),
        ]

    def _not_connected(self) -> list[Problem]:
        if not self._watched.client.is_ready():
            return [Problem("starting", "Not all shards have been connected to Discord yet.")]
        if not self._watched.is_connected():
            return [Problem("disconnected", "A shard has lost its connection to Discord.")]
        return []

    def _no_heartbeat(self) -> list[Problem]:
        silent = [
            str(shard.id)
            for shard in shards_of(self._watched.client)
            if shard.acknowledged is None or shard.acknowledged > HEARTBEAT
        ]
        if not silent:
            return []
        words = f"Discord has acknowledged no heartbeat for {HEARTBEAT:.0f} seconds"
        return [Problem("heartbeat", f"{words}: shard {', '.join(silent)}.")]

    async def _no_database(self) -> list[Problem]:
        try:
            async with asyncio.timeout(DATABASE_PATIENCE), self._watched.club.store.read() as tx:
                await tx.execute(select(true()))
        except TimeoutError:
            words = f"The database gives no answer within {DATABASE_PATIENCE:.0f} seconds."
            return [Problem("database", words)]
        except Exception as error:
            # The words of the error may hold the address, password and all.
            log.warning("the database can't be asked: %s", error)
            words = f"The database can't be asked ({type(error).__name__}); the log says why."
            return [Problem("database", words)]
        return []

    def _no_chores(self) -> list[Problem]:
        age = time.monotonic() - self._watched.chores.done_at
        if age <= CHORES_PATIENCE:
            return []
        return [Problem("chores", f"No chore has come to its end for {age:.0f} seconds.")]

    def _held_up(self) -> list[Problem]:
        lag = self._lag.latest
        if lag <= LONGEST_LAG:
            return []
        return [Problem("lag", f"The event loop was held up for {lag:.1f} seconds.")]
