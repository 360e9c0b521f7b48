"""Puzzles of Scala: wins by force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.games.scala import ENGINE, JUMPS, NO_TURN
from engine.puzzles.library import Puzzle, Theme
from making.puzzles.forced import ForcedWins
from rules.replay import Played
from rules.scala.board import BITS, NEIGHBOURS, landings
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition


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

    def features(self, puzzle: Puzzle) -> Iterator[str]:
        position = Scala().decode(puzzle.start)
        stones = self.stones(position, 3 - position.seat)
        if stones <= self.defenders:
            yield f"{stones} of the other side's stones"

    def stones(self, position: ScalaPosition, seat: int) -> int:
        return len(position.stones(seat))

    def without_history(self, position: ScalaPosition) -> ScalaPosition:
        return replace(position, history=position.history[-1:])


def _jumps_on(played: Played[ScalaPosition]) -> bool:
    """Whether the moved stone went further than one step or jump."""
    start, end = (BITS[cell] for cell in played.move)
    first, second = played.before.history[-1]
    return not end & (NEIGHBOURS[start] | landings(start, first | second))


FINDER = ScalaPuzzles(ENGINE)
