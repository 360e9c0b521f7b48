"""Drawing in a thread beside the event loop, and how long it takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Drawn = TypeVar("Drawn")

Watcher = Callable[[str, float], None]
"""Takes what was drawn, by the name of the function, and the seconds that it took."""

_watchers: list[Watcher] = []


async def drawn(
    draw: Callable[Arguments, Drawn], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Drawn:
    """What a function draws, without anybody waiting for it but the caller."""
    began = time.perf_counter()
    picture = await asyncio.to_thread(draw, *args, **kwargs)
    took = time.perf_counter() - began
    for watcher in tuple(_watchers):
        watcher(draw.__name__, took)
    return picture


def watch_drawing(watcher: Watcher) -> Callable[[], None]:
    """Tell somebody of every picture from now on.

    :returns: what ends that.
    """
    _watchers.append(watcher)
    return lambda: _watchers.remove(watcher)
