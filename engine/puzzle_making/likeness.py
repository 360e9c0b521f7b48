"""What makes two puzzles alike, or nearly."""

from __future__ import annotations

from collections.abc import Collection
from operator import ne

from engine.puzzle_making.finding import KINDS
from engine.puzzles.kind import View
from engine.puzzles.puzzle import Puzzle
from rules.position import Position
from rules.registry import GAMES

NEAR = 4
"""Marks by which two positions may differ and are still nearly alike."""


def likeness(game: str, position: Position) -> View:
    """The same for all positions that are alike under the symmetries of board and sides."""
    return min(KINDS[game].views(position))


def likeness_of(puzzle: Puzzle) -> View:
    """The likeness of where a puzzle begins."""
    return likeness(puzzle.game, GAMES[puzzle.game].decode(puzzle.start))


def views_of(puzzle: Puzzle) -> tuple[View, ...]:
    """Where a puzzle begins, by every symmetry."""
    return tuple(KINDS[puzzle.game].views(GAMES[puzzle.game].decode(puzzle.start)))


def is_near(view: View, views: Collection[View]) -> bool:
    """Whether a position nearly has one of these views."""
    return any(len(view) == len(other) and sum(map(ne, view, other)) <= NEAR for other in views)
