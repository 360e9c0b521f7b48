"""The tables as of the newest migration, by area.

External ids (users, guilds, channels, messages) need 64 bits. The tables' own ids are plain
integers, because only those autoincrement on every database.

Each index serves a query in one of the rooms. `match` has the most, because matches are never
deleted and every query about them must stay cheap.
"""

from __future__ import annotations

from storage.database.schema.base import Moment, columns_of, metadata
from storage.database.schema.events import (
    event,
    event_entrant,
    event_news,
    event_pairing,
    event_round,
)
from storage.database.schema.matches import (
    challenge,
    challenge_guest,
    conditional_line,
    match,
    match_place,
    move,
    offer,
    review,
    seat,
)
from storage.database.schema.members import (
    audit,
    block,
    followed_match,
    followed_player,
    guild_settings,
    lesson_progress,
    member,
    page_channel,
    page_server,
    person,
    vacation,
    web_link,
    web_session,
)
from storage.database.schema.pool import pool_entry
from storage.database.schema.processes import fact, outbox, search_answer
from storage.database.schema.puzzles import (
    daily_puzzle,
    daily_solver,
    puzzle_attempt,
    puzzle_rating,
    solver_rating,
)
from storage.database.schema.ratings import live_leaderboard, rating, rating_change

__all__ = [
    "Moment",
    "audit",
    "block",
    "challenge",
    "challenge_guest",
    "columns_of",
    "conditional_line",
    "daily_puzzle",
    "daily_solver",
    "event",
    "event_entrant",
    "event_news",
    "event_pairing",
    "event_round",
    "fact",
    "followed_match",
    "followed_player",
    "guild_settings",
    "lesson_progress",
    "live_leaderboard",
    "match",
    "match_place",
    "member",
    "metadata",
    "move",
    "offer",
    "outbox",
    "page_channel",
    "page_server",
    "person",
    "pool_entry",
    "puzzle_attempt",
    "puzzle_rating",
    "rating",
    "rating_change",
    "review",
    "search_answer",
    "seat",
    "solver_rating",
    "vacation",
    "web_link",
    "web_session",
]
