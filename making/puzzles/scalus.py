"""Puzzles of Scalus: wins by force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.scalus import ENGINE, GROUP_MOVE
from engine.puzzles.library import (
    Puzzle,
    Theme,
    main_line,
)
from making.puzzles.forced import ForcedWins
from rules.replay import Played
from rules.scalus.position import ScalusPosition


class ScalusPuzzles(ForcedWins[ScalusPosition]):
    """Wins by reaching the headquarters, by steps and by scaling."""

    game = "scalus"
    levels = (2, 3, 3)
    deep = 4
    tempting = 1
    defenders = 2
    may_be_hard_to_see = True

    def themes_of(self, line: Sequence[Played[ScalusPosition]]) -> Iterator[Theme]:
        yield from super().themes_of(line)
        if any(len(played.move) > 2 for played in line if played.seat == line[0].seat):
            yield GROUP_MOVE

    def is_hard_to_see(self, puzzle: Puzzle) -> bool:
        """Whether the main line scales a group, which is harder to see than a step."""
        return any("(" in text for text in main_line(puzzle)[::2])

    def features(self, puzzle: Puzzle) -> Iterator[str]:
        line = main_line(puzzle)
        if "(" in line[0]:
            yield "group move first"
        if any("(" in text for text in line):
            yield "group move by either side"

    def stones(self, position: ScalusPosition, seat: int) -> int:
        return len(position.stones(seat))

    def without_history(self, position: ScalusPosition) -> ScalusPosition:
        return ScalusPosition.reached(position.black, position.white, position.seat, ())


FINDER = ScalusPuzzles(ENGINE)
