"""Reading and writing rows of events."""

from __future__ import annotations

from extensions.events.storage import entering, events, news, rounds

__all__ = ["entering", "events", "news", "rounds"]
