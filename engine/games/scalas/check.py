"""The check of puzzles of Scalas, which plays every line to the end of the match."""

from __future__ import annotations

from engine.puzzles.checking import PuzzleCheck
from rules.scalas.position import ScalasPosition


class ScalasCheck(PuzzleCheck[ScalasPosition]):
    """Counts only the end of the match, which may come later than in the main line."""

    to_the_end = True

    def max_turns(self, position: ScalasPosition, turns: int) -> int:
        return sum(position.hands)
