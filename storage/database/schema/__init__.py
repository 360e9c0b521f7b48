"""The tables of events and of daily puzzles, which several rooms query."""

from __future__ import annotations

from storage.database.schema.events import (
    event,
    event_entrant,
    event_news,
    event_pairing,
    event_round,
)
from storage.database.schema.puzzles import daily_puzzle, daily_solver

__all__ = [
    "daily_puzzle",
    "daily_solver",
    "event",
    "event_entrant",
    "event_news",
    "event_pairing",
    "event_round",
]
