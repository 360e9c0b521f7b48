"""Where searches are made: on this machine (`LocalSearches`), or wherever a front's queue leads."""

from __future__ import annotations

from typing import Protocol

from engine.opponent import Choice
from engine.serving.task import Task


class SearchFailed(Exception):
    """There is no answer; the text says why, for the log."""


class Searches(Protocol):
    """What a pool has its searches made by."""

    @property
    def workers(self) -> tuple[int, ...]:
        """The process numbers of the workers on this machine, as far as there are any now."""
        ...

    async def start(self, at_once: int) -> None:
        """Take up to so many searches at once from now on."""
        ...

    async def warm(self) -> None:
        """Make the first search quicker to begin, where that can be."""
        ...

    async def choice(self, task: Task, *, can_wait: bool) -> Choice:
        """What a search finds. Whoever waits for it and is cancelled ends the search.

        :param can_wait: it is made after everything that can't.
        :raises SearchFailed: where there is no answer and won't be.
        """
        ...

    def before(self, task: Task | None) -> int:
        """How many searches come before one that was asked for here; for None, how many others
        have asked for, before whatever is asked for next. As far as is known."""
        ...

    async def close(self) -> None:
        """Leave nothing behind; whatever was asked for has been answered or cancelled."""
        ...
