"""Puzzles of Scala: wins by force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from engine.games.scala import ENGINE, JUMPS, NO_TURN
from engine.puzzles.library import (
    Theme,
)
from making.puzzles.forced import ForcedWins
from making.puzzles.kinds import View, owned, turned
from rules.replay import Played
from rules.scala.board import BITS, COLUMNS, NAMES, NEIGHBOURS, landings
from rules.scala.position import ScalaPosition

_LAST_ROW = 14


class ScalaPuzzles(ForcedWins[ScalaPosition]):
    """Wins by reaching the goal or by leaving the opponent no turn."""

    game = "scala"
    levels = (3, 3, 2)
    deep = 3
    tempting = 1
    defenders = 2

    def themes_of(self, line: Sequence[Played[ScalaPosition]]) -> Iterator[Theme]:
        yield from super().themes_of(line)
        if any(_jumps_on(played) for played in line if played.seat == line[0].seat):
            yield JUMPS
        outcome = line[-1].after.outcome
        if outcome is not None and outcome.reason == "no_move":
            yield NO_TURN

    def stones(self, position: ScalaPosition, seat: int) -> int:
        return len(position.stones(seat))

    def without_history(self, position: ScalaPosition) -> ScalaPosition:
        return replace(position, history=position.history[-1:])

    def views(self, position: ScalaPosition) -> Iterator[View]:
        """Yield the position and its mirror image, seen from the mover's end of the board."""
        marks = owned(position.stones(position.seat), position.stones(3 - position.seat))
        for mirrors in (False, True):
            turn = partial(_turned, mirrors=mirrors, flips=position.seat == 2)
            yield turned(NAMES.values(), marks, turn)


def _jumps_on(played: Played[ScalaPosition]) -> bool:
    """Whether the moved stone went further than one step or jump."""
    start, end = (BITS[cell] for cell in played.move)
    first, second = played.before.history[-1]
    return not end & (NEIGHBOURS[start] | landings(start, first | second))


def _turned(cell: str, *, mirrors: bool, flips: bool) -> str:
    column, row = cell[0], int(cell[1:])
    column = COLUMNS[-1 - COLUMNS.index(column)] if mirrors else column
    return f"{column}{_LAST_ROW + 1 - row if flips else row}"


FINDER = ScalaPuzzles(ENGINE)
