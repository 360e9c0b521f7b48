"""What the pool hangs into the program."""

from __future__ import annotations

from collections.abc import Mapping

from bot.interface.front import Front
from club.challenges.limits import FINDERS
from club.references import Command
from extensions.extension import Chore, Extension
from extensions.pool.bot import PoolCommands
from extensions.pool.club.pool import PlayerPool

FINDERS.append(Command("pool"))


def _chores(front: Front) -> Mapping[str, Chore]:
    pool = front.club.part(PlayerPool)
    return {"pool": pool.pair_due, "pool_ends": pool.end_due}


EXTENSION = Extension(cogs=(PoolCommands,), pages="extensions.pool.web.search", chores=_chores)
