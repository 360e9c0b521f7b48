"""Puzzles of Scala: wins by force."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import partial

from engine.games.scala.wins import win_at_once
from engine.puzzles.forced import ForcedWins
from engine.puzzles.kind import View
from engine.puzzles.views import owned, turned
from rules.position import Move
from rules.scala.board import COLUMNS, NAMES
from rules.scala.position import ScalaPosition

_LAST_ROW = 14


class ScalaPuzzles(ForcedWins[ScalaPosition]):
    """Stones brought onto the goal, or all the other's turns taken away."""

    game = "scala"
    levels = (3, 3, 2)
    deep = 3
    tempting = 1

    def win_at_once(self, position: ScalaPosition) -> Move | None:
        return win_at_once(position)

    def key(self, position: ScalaPosition) -> Hashable:
        return position.seat, position.history[-1]

    def afresh(self, position: ScalaPosition) -> ScalaPosition:
        return replace(position, history=position.history[-1:])

    def views(self, position: ScalaPosition) -> Iterator[View]:
        """The halves are mirrored, and each side may be the other, seen from the other end."""
        marks = owned(position.stones(position.seat), position.stones(3 - position.seat))
        for mirrors in (False, True):
            turn = partial(_turned, mirrors=mirrors, flips=position.seat == 2)
            yield turned(NAMES.values(), marks, turn)


def _turned(cell: str, *, mirrors: bool, flips: bool) -> str:
    column, row = cell[0], int(cell[1:])
    column = COLUMNS[-1 - COLUMNS.index(column)] if mirrors else column
    return f"{column}{_LAST_ROW + 1 - row if flips else row}"
