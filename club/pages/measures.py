"""Counts and durations of served pages, by kind."""

from __future__ import annotations

from collections import Counter, defaultdict


class Measures:
    """Counts and durations since the start of the process."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        """Requests by kind of page and status."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        """Time taken by requests, by kind of page."""
        self.streams = 0
        """The number of open streams of pages."""

    def note(self, kind: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[kind, status] += 1
        self.seconds[kind] += seconds
