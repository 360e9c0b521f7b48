"""The check of puzzles of Scalus."""

from __future__ import annotations

from collections.abc import Hashable

from engine.puzzles.checking import PuzzleCheck
from rules.scalus.position import ScalusPosition


class ScalusCheck(PuzzleCheck[ScalusPosition]):
    """Treats positions with the same stones as equal."""

    def place(self, position: ScalusPosition) -> Hashable:
        return position.seat, position.black, position.white
