"""The paths of lessons and puzzles."""

from __future__ import annotations

from engine.puzzles import Puzzle
from rules.position import Game
from rules.teaching import Lesson

PUZZLES = "/puzzles"
"""The path of the choice of puzzles. A game's key is an anchor on that page."""


def learn_path(game: Game) -> str:
    """Return the path of a game's lessons."""
    return f"/learn/{game.key}"


def lesson_path(game: Game, lesson: Lesson) -> str:
    """Return the path of a lesson."""
    return f"{learn_path(game)}/{lesson.key}"


def puzzle_path(puzzle: Puzzle) -> str:
    """Return the path of a puzzle."""
    return f"{PUZZLES}/{puzzle.key}"


def rules_path(game: Game) -> str:
    """Return the path of a game's rules."""
    return f"/rules/{game.key}"


def glance_path(game: Game) -> str:
    """Return the path of a small board of a game."""
    return f"/rules/{game.key}/glance.png"


ALL_GAMES = "/games.png"
