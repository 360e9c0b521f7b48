"""Paths of the pages on which members study a match."""

from __future__ import annotations

from club.matches.match import Match
from web.http.reader import Reader


def explore_path(path: str, ply: int) -> str:
    """Return the path of the board for trying moves after a ply."""
    return f"{path}/{ply}/explore"


def explore_address(reader: Reader, path: str, match: Match, ply: int) -> str:
    """Return the address for trying moves from a ply, or before the move that ended the match."""
    is_end = ply == match.ply and match.position.to_move is None
    start = ply - 1 if is_end else ply
    return reader.to(explore_path(path, start)) if start >= 0 else ""


def review_path(path: str) -> str:
    """Return the path of a match's review."""
    return f"{path}/review"


def guess_path(path: str) -> str:
    """Return the path on which the moves of a match are guessed."""
    return f"{path}/guess"
