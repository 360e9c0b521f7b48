"""What an extension declares for the program to take up, as `EXTENSION` in its `extension.py`.

Everything else it hangs into the core registers where it is written: a table by its marks, a post
by its kind, its deliverer by `delivers`, parts of pages by `Parts.add`. So an extension that is
switched off is not imported, except for its storage.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.interface.front import Front, FrontCog

Chore = Callable[[], Awaitable[object]]


def _none(front: Front) -> Mapping[str, Chore]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """What some clubs like."""

    cogs: tuple[type[FrontCog], ...] = ()
    """Commands and controls, registered with Discord after those of the core."""
    pages: str = ""
    """The module that adds to the web pages, imported only where they are served."""
    chores: Callable[[Front], Mapping[str, Chore]] = _none
    """Recurring chores of a process, by their names in logs and metrics."""
