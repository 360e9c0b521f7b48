"""How many pages of each kind were served, and how long they took."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field


def _no_seconds() -> defaultdict[str, float]:
    return defaultdict(float)


@dataclass(slots=True)
class Measures:
    """Counts since the start."""

    requests: Counter[tuple[str, int]] = field(default_factory=Counter[tuple[str, int]])
    """By kind of page and status."""
    seconds: defaultdict[str, float] = field(default_factory=_no_seconds)
    """By kind of page."""
    streams: int = 0
    """Pages that are followed now."""

    def note(self, kind: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[kind, status] += 1
        self.seconds[kind] += seconds
