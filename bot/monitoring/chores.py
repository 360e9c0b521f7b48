"""What the bot does again and again without being asked, and when each of it was done last."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from storage.database.errors import NotStored

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Chore:
    """One of them."""

    name: str
    work: Callable[[], Awaitable[object]]
    done_at: float = field(default_factory=time.monotonic)
    """When it came to its end last, well or not, by `time.monotonic`; at first when it was made."""
    failures: int = 0
    """How often it has failed."""


class Chores:
    """All of them, in the order of a round."""

    def __init__(self, **works: Callable[[], Awaitable[object]]) -> None:
        self.all = tuple(Chore(name, work) for name, work in works.items())
        self.rounds = 0
        """How often all of them have been done."""

    @property
    def done_at(self) -> float:
        """When one of them came to its end last, by `time.monotonic`."""
        return max(chore.done_at for chore in self.all)

    async def do_round(self) -> None:
        """Do each once. No error leaves it."""
        for chore in self.all:
            await _done(chore)
        self.rounds += 1

    async def do(self, *names: str) -> None:
        """Do some once, out of their turn. No error leaves it."""
        for chore in self.all:
            if chore.name in names:
                await _done(chore)


async def _done(chore: Chore) -> None:
    try:
        await chore.work()
    except NotStored as error:
        chore.failures += 1
        log.warning("the chore %r waits for the database: %s", chore.name, error)
    except Exception:
        chore.failures += 1
        log.exception("the chore %r failed and is tried again", chore.name)
    finally:
        chore.done_at = time.monotonic()
