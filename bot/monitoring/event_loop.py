"""How long whatever is ready waits for its turn on the event loop, looked at all the time."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

EVERY = 0.25
"""Seconds between two looks."""

REMEMBERED = 60.0
"""Seconds over which the worst is told."""


class LoopLag:
    """Sleeps for a moment again and again, and notes by how much it wakes too late."""

    def __init__(self, tell: Callable[[float], None]) -> None:
        """
        :param tell: is given the seconds of each look.
        """
        self._tell = tell
        self._seen: deque[tuple[float, float]] = deque(maxlen=round(REMEMBERED / EVERY))

    @property
    def latest(self) -> float:
        """The lag of the latest look, in seconds."""
        return self._seen[-1][1] if self._seen else 0.0

    @property
    def worst(self) -> float:
        """The greatest lag of the last minute, in seconds."""
        since = time.monotonic() - REMEMBERED
        return max((lag for at, lag in self._seen if at >= since), default=0.0)

    async def watch(self) -> None:
        """Look until it is cancelled."""
        while True:
            asleep = time.monotonic()
            await asyncio.sleep(EVERY)
            now = time.monotonic()
            lag = max(0.0, now - asleep - EVERY)
            self._seen.append((now, lag))
            self._tell(lag)
