"""Options of the client."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from bot.process.backups import Backups
from engine.serving.pool import Pool
from storage.database.shards import ALL, Shards

SWEEP = timedelta(seconds=15)
"""Interval between rounds of chores."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a client. The defaults are for a single process."""

    random: Random | None = None
    """The random source for dealing and shuffling, by default that of the operating system."""
    opens_threads: bool = True
    """Whether to open threads if a server's settings allow them."""
    syncs: bool | None = None
    """Whether to send commands to Discord always, never, or if changed (None)."""
    has_emojis: bool = False
    """Whether to show pieces as emojis, and upload them."""
    sweep: timedelta | None = SWEEP
    """Interval between rounds of chores, None to leave them to callers of `do_chores`."""
    pool: Pool | None = None
    """A started pool for computer opponents, or None for no computer opponents."""
    thinks: bool = True
    """Whether to run searches automatically, instead of in calls of `think`."""
    backups: Backups | None = None
    """Takes backups of the database, if on."""
    shards: Shards = ALL
    """The shards of this process, by default all, as many as Discord recommends."""
    web_url: str | None = None
    """The address of the web pages, or None without web pages."""


DEFAULTS = Options()
