"""The interface for running searches, on this machine (`LocalSearches`) or elsewhere."""

from __future__ import annotations

from typing import Protocol

from engine.opponent import Choice
from engine.serving.task import Task


class SearchFailed(Exception):
    """A search failed, for the reason in the message, which is for the log."""


class Searches(Protocol):
    """Runs the searches of a pool."""

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers on this machine."""
        ...

    async def start(self, at_once: int) -> None:
        """Start, with a maximum number of concurrent searches."""
        ...

    async def warm(self) -> None:
        """Prepare for the first search, if possible."""
        ...

    async def choice(self, task: Task, *, can_wait: bool) -> Choice:
        """Return the result of a search. Cancelling the call ends the search.

        :param can_wait: whether it comes after everything that can't wait.
        :raises SearchFailed: if there won't be an answer.
        """
        ...

    def count_ahead(self, task: Task | None) -> int:
        """Return the latest known number of searches before a task.

        :param task: a task requested here, None for the next one to be requested.
        """
        ...

    async def close(self) -> None:
        """Close everything. All requests must have been answered or cancelled."""
        ...
