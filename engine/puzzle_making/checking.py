"""Checks of puzzles by the rules alone, whatever their game."""

from __future__ import annotations

from engine.puzzles.puzzle import Puzzle
from engine.registry import ENGINES


def check_solution(puzzle: Puzzle) -> int:
    """As `PuzzleCheck.solution`."""
    return ENGINES[puzzle.game].check.solution(puzzle)


def check_uniqueness(puzzle: Puzzle) -> int:
    """As `PuzzleCheck.uniqueness`."""
    return ENGINES[puzzle.game].check.uniqueness(puzzle)
