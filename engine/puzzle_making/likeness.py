"""What makes two puzzles alike."""

from __future__ import annotations

from engine.puzzle_making.finding import KINDS
from engine.puzzles.kind import View
from engine.puzzles.puzzle import Puzzle
from rules.position import Position
from rules.registry import GAMES


def likeness(game: str, position: Position) -> View:
    """The same for all positions that are alike under the symmetries of board and sides."""
    return min(KINDS[game].views(position))


def likeness_of(puzzle: Puzzle) -> View:
    """The likeness of where a puzzle begins."""
    return likeness(puzzle.game, GAMES[puzzle.game].decode(puzzle.start))
