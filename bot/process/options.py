"""How a client runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random

from bot.process.backups import Backups
from engine.serving.pool import Pool
from storage.database.shards import ALL, Shards

SWEEP = timedelta(seconds=15)
"""Between two rounds of the chores."""


@dataclass(frozen=True, slots=True)
class Options:
    """The choices that whoever starts a client makes; the defaults are those of a lone process."""

    random: Random | None = None
    """What deals and shuffles; by default the operating system's source of chance."""
    opens_threads: bool = True
    """False keeps every match in the channel, whatever a server's settings say."""
    syncs: bool | None = None
    """Whether to send commands to Discord when they have changed (None), always or never."""
    sweep: timedelta | None = SWEEP
    """Time between two rounds of the chores; None leaves them to callers of `do_chores`."""
    pool: Pool | None = None
    """A started pool that searches for computer opponents; None for no computer opponents."""
    thinks: bool = True
    """False leaves thinking, and what follows from it, to callers of `think`."""
    backups: Backups | None = None
    """What takes backups of the database, if anything."""
    shards: Shards = ALL
    """The shards that this process serves; by default all, as many as Discord recommends."""
    web_url: str | None = None
    """Where the web pages are, for links to them; None without web pages."""


DEFAULTS = Options()
