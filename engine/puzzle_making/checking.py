"""Checks of any game's puzzles by the rules alone."""

from __future__ import annotations

from engine.puzzles.puzzle import Puzzle
from engine.registry import ENGINES


def check_solution(puzzle: Puzzle) -> int:
    """Check the solution of a puzzle, as in `PuzzleCheck.check_solution`."""
    return ENGINES[puzzle.game].check.check_solution(puzzle)


def check_uniqueness(puzzle: Puzzle) -> int:
    """Check the first moves of a puzzle, as in `PuzzleCheck.check_uniqueness`."""
    return ENGINES[puzzle.game].check.check_uniqueness(puzzle)
