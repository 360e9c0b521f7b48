"""The likeness of puzzles."""

from __future__ import annotations

from collections.abc import Collection
from operator import ne

from engine.puzzle_making.finding import KINDS
from engine.puzzles.kind import View
from engine.puzzles.puzzle import Puzzle
from rules.position import Position
from rules.registry import GAMES

NEAR = 4
"""Maximum number of marks by which two nearly alike positions differ."""


def likeness(game: str, position: Position) -> View:
    """Return a value that is equal for positions alike under the symmetries of board and sides."""
    return min(KINDS[game].views(position))


def likeness_of(puzzle: Puzzle) -> View:
    """Return the likeness of a puzzle's start."""
    return likeness(puzzle.game, GAMES[puzzle.game].decode(puzzle.start))


def views_of(puzzle: Puzzle) -> tuple[View, ...]:
    """Return a puzzle's start under every symmetry."""
    return tuple(KINDS[puzzle.game].views(GAMES[puzzle.game].decode(puzzle.start)))


def is_near(view: View, views: Collection[View]) -> bool:
    """Whether a position nearly has one of these views."""
    return any(len(view) == len(other) and sum(map(ne, view, other)) <= NEAR for other in views)
