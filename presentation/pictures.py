"""Pictures as values, drawn in worker threads beside the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from rendering import Scene, alt_text, draw

Arguments = ParamSpec("Arguments")
Drawn = TypeVar("Drawn")

DEFAULT_WIDTH = 900
"""Pixels of a board that is the main thing on a page."""

Watcher = Callable[[str, float], None]
"""Takes the name of a drawing function and the seconds that it took."""

_watchers: list[Watcher] = []


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or GIF with its alt text. Without bytes, one that was shown before."""

    alt: str
    data: bytes | None = None


async def scene_picture(scene: Scene, width: int = DEFAULT_WIDTH) -> Picture:
    """Draw a scene."""
    return Picture(alt_text(scene), await drawn(draw, scene, width))


async def drawn(
    draw: Callable[Arguments, Drawn], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Drawn:
    """Run a drawing function in a worker thread and report the time it took."""
    began = time.perf_counter()
    picture = await asyncio.to_thread(draw, *args, **kwargs)
    took = time.perf_counter() - began
    for watcher in tuple(_watchers):
        watcher(draw.__name__, took)
    return picture


def watch_drawing(watcher: Watcher) -> Callable[[], None]:
    """Call `watcher` for every picture from now on.

    :returns: a function that ends this.
    """
    _watchers.append(watcher)
    return lambda: _watchers.remove(watcher)
