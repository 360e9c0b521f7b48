"""Paths of the pages on which members study a match, and the link back to it."""

from __future__ import annotations

from club.matches.match import Match
from presentation.markup import PLAIN
from presentation.matches.match import game_words_of
from web.http.reader import Reader
from web.http.view import Crumb


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


def match_crumb(match: Match, path: str, user_id: int | None = None) -> Crumb:
    """Return the link to a match.

    :param user_id: whose opponents it names, or None for all players.
    """
    return Crumb(game_words_of(match.stored, user_id, PLAIN), path)
