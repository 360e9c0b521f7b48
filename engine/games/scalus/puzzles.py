"""Puzzles of Scalus: wins by force."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial

from engine.games.scalus.wins import immediate_win
from engine.puzzles.forced import ForcedWins
from engine.puzzles.kind import View
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.standing import main_line
from engine.puzzles.themes import BLOCK, CAPTURE, FORK, QUIET, RACE, SINGLE_THREAT, Theme
from engine.puzzles.views import owned, turned
from rules.language import N_
from rules.position import Move
from rules.replay import Played
from rules.scalus.board import FILES, NAMES, RANKS
from rules.scalus.position import ScalusPosition

GROUP_MOVE = Theme("group_move", N_("Group move"), N_("A group expands or contracts."))


class ScalusPuzzles(ForcedWins[ScalusPosition]):
    """Wins by reaching the headquarters, by steps and by scaling."""

    game = "scalus"
    levels = (2, 3, 3)
    deep = 4
    tempting = 1
    defenders = 2
    may_be_hard_to_see = True

    themes = (FORK, SINGLE_THREAT, BLOCK, RACE, CAPTURE, GROUP_MOVE, QUIET)

    def themes_of(self, line: Sequence[Played[ScalusPosition]]) -> Iterator[Theme]:
        yield from super().themes_of(line)
        if any(len(played.move) > 2 for played in line if played.seat == line[0].seat):
            yield GROUP_MOVE

    def is_hard_to_see(self, puzzle: Puzzle) -> bool:
        """Whether the main line scales a group, which is harder to see than a step."""
        return any("(" in text for text in main_line(puzzle)[::2])

    def immediate_win(self, position: ScalusPosition) -> Move | None:
        return immediate_win(position)

    def stones(self, position: ScalusPosition, seat: int) -> int:
        return len(position.stones(seat))

    def key(self, position: ScalusPosition) -> Hashable:
        return position.seat, position.black, position.white

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
