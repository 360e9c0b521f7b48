"""The metadata with all tables of the core, which stand beside their queries.

An extension adds its own when it is imported.

Each index serves a query of its module. `match` has the most, because matches are never deleted and
every query about them must stay cheap.
"""

from __future__ import annotations

from storage import outbox
from storage.challenges import challenges
from storage.database import key_values
from storage.database.tables import metadata
from storage.matches import (
    cards,
    conditional_moves,
    following,
    kept_lines,
    match,
    moves,
    notes,
    offers,
    positions,
)
from storage.members import blocks, membership, preferences, sessions, vacations
from storage.ratings import leaderboards, ratings
from storage.servers import audit, pages, settings
from storage.training import guessing

MODULES = (
    *(outbox, challenges, key_values),
    *(cards, following, match, moves, notes, offers, conditional_moves, positions, kept_lines),
    *(blocks, membership, preferences, sessions, vacations),
    *(leaderboards, ratings, audit, pages, settings),
    guessing,
)

__all__ = ["MODULES", "metadata"]
