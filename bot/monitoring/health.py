"""Health checks of a bot, and a last resort that ends its process if it stays unhealthy."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select, true

from bot.monitoring.event_metrics import LoopLag
from bot.monitoring.watched import Watched, shards_of

log = logging.getLogger(__name__)

HEARTBEAT = 90.0
"""Seconds in which Discord has to acknowledge a heartbeat. They are sent every 41."""

DATABASE_PATIENCE = 5.0
"""Seconds that the database may take to answer."""

CHORES_PATIENCE = 300.0
"""Seconds in which each chore has to end, and in which at least one has to. A round starts every 15
seconds."""

MAX_LAG = 1.0
"""Acceptable lag of the event loop, in seconds."""

GRACE = 30.0
"""Seconds that the process has to stop cleanly."""

EXIT_CODE = 70
"""The exit code in that case: "internal software error" in sysexits.h."""


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


class LastResort:
    """Ends the process if it has not been healthy for some time.

    :param patience: seconds.
    :param give_up: ends the process cleanly. It is called from another thread.
    """

    def __init__(self, patience: float, give_up: Callable[[], object]) -> None:
        self._patience = patience
        self._give_up = give_up
        self._healthy_at = time.monotonic()
        self._stopped = threading.Event()
        self.has_given_up = False
        self._thread = threading.Thread(target=self._watch, name="last resort", daemon=True)

    def start(self) -> None:
        """Start watching."""
        self._healthy_at = time.monotonic()
        self._thread.start()

    def note_healthy(self) -> None:
        """Record that the process is healthy now."""
        self._healthy_at = time.monotonic()

    def stop(self) -> None:
        """Stop watching, because the process ends normally."""
        self._stopped.set()

    def _watch(self) -> None:
        while not self._stopped.wait(min(1.0, self._patience / 4)):
            if time.monotonic() - self._healthy_at > self._patience:
                break
        if self._stopped.is_set():
            return
        log.critical(
            "unhealthy for %.0f minutes: ending the process for a restart", self._patience / 60
        )
        self.has_given_up = True
        self._give_up()
        if not self._stopped.wait(GRACE):
            log.critical("not stopped after %.0f seconds: killing the process", GRACE)
            logging.shutdown()
            os._exit(EXIT_CODE)
