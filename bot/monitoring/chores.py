"""The bot's recurring chores, and when each was last done."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from storage.database.errors import NotStored

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Chore:
    """One recurring job."""

    name: str
    work: Callable[[], Awaitable[object]]
    done_at: float = field(default_factory=time.monotonic)
    """When it last ended, whether or not it failed, by `time.monotonic`, initially its creation."""
    failures: int = 0
    """The number of failures."""


class Chores:
    """All chores, in the order in which a round does them."""

    def __init__(self, **works: Callable[[], Awaitable[object]]) -> None:
        self.all = tuple(Chore(name, work) for name, work in works.items())
        self.rounds = 0
        """The number of completed rounds."""

    @property
    def done_at(self) -> float:
        """When the latest chore ended, by `time.monotonic`."""
        return max(chore.done_at for chore in self.all)

    async def do_round(self) -> None:
        """Do each chore once. Errors are logged."""
        for chore in self.all:
            await _do(chore)
        self.rounds += 1

    async def do(self, *names: str) -> None:
        """Do some chores now. Errors are logged."""
        for chore in self.all:
            if chore.name in names:
                await _do(chore)


async def _do(chore: Chore) -> None:
    try:
        await chore.work()
    except NotStored as error:
        chore.failures += 1
        log.warning("the chore %r waits for the database: %s", chore.name, error)
    except Exception:
        chore.failures += 1
        log.exception("the chore %r failed and will be tried again", chore.name)
    finally:
        chore.done_at = time.monotonic()
