"""Limits on how often and how many at once, for any front."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager

from cachetools import LRUCache

CAPACITY = 20_000
"""Maximum number of visitors or members whose buckets are kept."""


class TooManyRequests(Exception):
    """A visitor has exceeded a limit."""


class RateLimit:
    """A token bucket for each visitor or member.

    :param burst: the size of a bucket.
    :param per_second: the tokens that are added to it in a second.
    """

    def __init__(
        self, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = float(burst)
        self._per_second = per_second
        self._clock = clock
        self._buckets = LRUCache[Hashable, tuple[float, float]](CAPACITY)
        """Remaining tokens, and the time of that count."""

    def wait_for(self, visitor: Hashable) -> float:
        """Take a visitor's token, or return the seconds until there is one."""
        now = self._clock()
        tokens, since = self._buckets.get(visitor, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._per_second)
        has_one = tokens >= 1
        self._buckets[visitor] = tokens - has_one, now
        if has_one:
            return 0.0
        return (1 - tokens) / self._per_second if self._per_second else math.inf


class CountLimit:
    """Counts what is under way, for each visitor and in total."""

    def __init__(self, each: int, total: int) -> None:
        self._each = each
        self._total = total
        self._counts: Counter[Hashable] = Counter()

    @property
    def count(self) -> int:
        """The number under way."""
        return self._counts.total()

    @contextmanager
    def one_of(self, visitor: Hashable) -> Generator[None]:
        """Count one more during the block.

        :raises TooManyRequests: if there are too many already.
        """
        if self.count >= self._total or self._counts[visitor] >= self._each:
            raise TooManyRequests
        self._counts[visitor] += 1
        try:
            yield
        finally:
            self._counts[visitor] -= 1
            if not self._counts[visitor]:
                del self._counts[visitor]
