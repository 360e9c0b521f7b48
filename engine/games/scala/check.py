"""The check of puzzles of Scala."""

from __future__ import annotations

from collections.abc import Hashable

from engine.puzzles.checking import PuzzleCheck
from rules.scala.position import ScalaPosition


class ScalaCheck(PuzzleCheck[ScalaPosition]):
    """Treats positions with the same stones as equal."""

    def place(self, position: ScalaPosition) -> Hashable:
        return position.seat, position.history[-1]
