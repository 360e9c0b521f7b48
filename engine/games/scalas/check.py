"""Checks puzzles of Scalas: every line to the end of the match."""

from __future__ import annotations

from engine.puzzles.checking import PuzzleCheck
from rules.scalas.position import ScalasPosition


class ScalasCheck(PuzzleCheck[ScalasPosition]):
    """Only the end of the match counts, and beside the main line it may come later."""

    to_the_end = True

    def most_turns(self, position: ScalasPosition, turns: int) -> int:
        return sum(position.hands)
