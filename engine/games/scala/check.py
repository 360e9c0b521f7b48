"""The equality of positions of Scala in the check of puzzles."""

from __future__ import annotations

from collections.abc import Hashable

from engine.puzzles.checking import PuzzleCheck
from rules.scala.position import ScalaPosition


class ScalaCheck(PuzzleCheck[ScalaPosition]):
    """Positions with the same stones are equal."""

    def place(self, position: ScalaPosition) -> Hashable:
        return position.seat, position.history[-1]
