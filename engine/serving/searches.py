"""Where searches run: on this machine (`LocalSearches`), or through a front's queue."""

from __future__ import annotations

from typing import Protocol

from engine.opponent import Choice
from engine.serving.task import Task


class SearchFailed(Exception):
    """A search without an answer, with the reason for the log."""


class Searches(Protocol):
    """Runs the searches of a pool."""

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers on this machine."""
        ...

    async def start(self, at_once: int) -> None:
        """Change the maximum number of concurrent searches."""
        ...

    async def warm(self) -> None:
        """Prepare for the first search, if possible."""
        ...

    async def choice(self, task: Task, *, can_wait: bool) -> Choice:
        """Return the result of a search. A cancelled waiter ends it.

        :param can_wait: whether it comes after everything that can't wait.
        :raises SearchFailed: if there won't be an answer.
        """
        ...

    def before(self, task: Task | None) -> int:
        """Return the number of searches before one requested here, or for None, before the next
        request, as far as known."""
        ...

    async def close(self) -> None:
        """Close everything; all requests have been answered or cancelled."""
        ...
