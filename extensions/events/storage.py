"""The tables of events."""

from __future__ import annotations

from storage.events import entering, events, news, rounds

__all__ = ["entering", "events", "news", "rounds"]
