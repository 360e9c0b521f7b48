"""Puzzles of Scalus: wins by force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.games.scalus import ENGINE, GROUP_MOVE
from engine.puzzles.library import (
    Puzzle,
    Theme,
    main_line,
)
from making.puzzles.forced import ForcedWins
from making.puzzles.kinds import View, owned, turned
from rules.replay import Played
from rules.scalus.board import FILES, NAMES, RANKS
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

    def stones(self, position: ScalusPosition, seat: int) -> int:
        return len(position.stones(seat))

    def without_history(self, position: ScalusPosition) -> ScalusPosition:
        return ScalusPosition.reached(position.black, position.white, position.seat, ())

    def views(self, position: ScalusPosition) -> Iterator[View]:
        """Yield the position and its mirror image, seen from the mover's end of the board."""
        marks = owned(position.stones(position.seat), position.stones(3 - position.seat))
        for mirrors in (False, True):
            turn = partial(_turned, mirrors=mirrors, flips=position.seat == 2)
            yield turned(NAMES.values(), marks, turn)


def _turned(point: str, *, mirrors: bool, flips: bool) -> str:
    file, rank = point[0], int(point[1:])
    file = FILES[-1 - FILES.index(file)] if mirrors else file
    return f"{file}{RANKS + 1 - rank if flips else rank}"


FINDER = ScalusPuzzles(ENGINE)
