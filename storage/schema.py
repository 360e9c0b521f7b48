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
from storage.matches import cards, following, match, moves, nudges, offers, vacancies
from storage.members import blocks, membership, preferences, sessions, vacations
from storage.ratings import leaderboards, ratings
from storage.servers import audit, pages, settings

MODULES = (
    *(outbox, challenges, key_values),
    *(cards, following, match, moves, nudges, offers, vacancies),
    *(blocks, membership, preferences, sessions, vacations),
    *(leaderboards, ratings, audit, pages, settings),
)

__all__ = ["MODULES", "metadata"]
