"""The equality of positions of Scalus in the check of puzzles."""

from __future__ import annotations

from collections.abc import Hashable

from engine.puzzles.checking import PuzzleCheck
from rules.scalus.position import ScalusPosition


class ScalusCheck(PuzzleCheck[ScalusPosition]):
    """Positions with the same stones are equal."""

    def place(self, position: ScalusPosition) -> Hashable:
        return position.seat, position.black, position.white
