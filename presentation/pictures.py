"""Pictures as values, drawn in worker threads beside the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from rendering import Scene, alt_text, draw

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

DEFAULT_WIDTH = 900
"""Width in pixels of a board that is the main content of a page."""

Watcher = Callable[[str, float], None]
"""A function that takes the name of a drawing function and its duration in seconds."""

_watchers: list[Watcher] = []


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with its alt text. Without bytes, one that was already sent."""

    alt: str
    data: bytes | None = None


async def scene_picture(scene: Scene, width: int = DEFAULT_WIDTH) -> Picture:
    """Draw a scene."""
    return Picture(alt_text(scene), await draw_in_thread(draw, scene, width))


async def draw_in_thread(
    draw: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Run a drawing function in a worker thread and report the time it took."""
    began = time.perf_counter()
    picture = await asyncio.to_thread(draw, *args, **kwargs)
    took = time.perf_counter() - began
    for watcher in tuple(_watchers):
        watcher(draw.__name__, took)
    return picture


def watch_drawing(watcher: Watcher) -> Callable[[], None]:
    """Register a watcher to be called for every drawn picture.

    :returns: a function that unregisters it.
    """
    _watchers.append(watcher)
    return lambda: _watchers.remove(watcher)
