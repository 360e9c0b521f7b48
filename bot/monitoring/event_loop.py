"""Continuous measurement of the event loop's lag."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

EVERY = 0.25
"""Seconds between two measurements."""

WINDOW = 60.0
"""Seconds over which the worst lag is reported."""


class LoopLag:
    """Sleeps repeatedly and measures how late it wakes.

    :param subscriber: called with each lag, in seconds.
    """

    def __init__(self, subscriber: Callable[[float], None]) -> None:
        self._subscriber = subscriber
        self._lags: deque[tuple[float, float]] = deque(maxlen=round(WINDOW / EVERY))

    @property
    def latest(self) -> float:
        """The latest lag, in seconds."""
        return self._lags[-1][1] if self._lags else 0.0

    @property
    def worst(self) -> float:
        """The greatest lag of the last minute, in seconds."""
        since = time.monotonic() - WINDOW
        return max((lag for at, lag in self._lags if at >= since), default=0.0)

    async def watch(self) -> None:
        """Measure until cancelled."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(EVERY)
            now = time.monotonic()
            lag = max(0.0, now - before - EVERY)
            self._lags.append((now, lag))
            self._subscriber(lag)
