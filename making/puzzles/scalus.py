"""Puzzles of Scalus: wins by force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.games.scalus import ENGINE, GROUP_MOVE
from engine.games.scalus.evaluation import winning_move_of
from engine.puzzles.library import Puzzle, Theme, main_line
from making.puzzles.forced import ForcedWins
from rules.position import Move
from rules.replay import Played
from rules.scalus.position import ScalusPosition


class ScalusPuzzles(ForcedWins[ScalusPosition]):
    """Wins by reaching the headquarters, by steps and by scaling."""

    game = "scalus"
    levels = (2, 3, 3)
    deep = 4
    tempting = 0
    defenders = 2

    def themes_of(self, line: Sequence[Played[ScalusPosition]]) -> Iterator[Theme]:
        yield from super().themes_of(line)
        if any(len(played.move) > 2 for played in line if played.seat == line[0].seat):
            yield GROUP_MOVE

    def shows_idea(self, moves: Sequence[str]) -> bool:
        """Whether one of these moves scales a group."""
        return any("(" in text for text in moves)

    def may_show_idea(self, position: ScalusPosition, move: Move) -> bool:
        """Whether the move scales a group, or some reply leaves no win by a step."""
        after = position.play(move)
        # Winning steps are tried before group moves.
        wins = (winning_move_of(after.play(reply), position.seat) for reply in after.moves())
        return len(move) > 2 or any(len(win or ()) != 2 for win in wins)

    def threats(self, position: ScalusPosition) -> list[Move]:
        return [
            move
            for move in position.moves()
            if (after := position.play(move)).outcome is None
            and winning_move_of(after, position.seat) is not None
        ]

    def features(self, puzzle: Puzzle) -> Iterator[str]:
        line = main_line(puzzle)
        if self.shows_idea(line[:1]):
            yield "group move first"
        if self.shows_idea(line):
            yield "group move by either side"

    def stones(self, position: ScalusPosition, seat: int) -> int:
        return len(position.stones(seat))

    def without_history(self, position: ScalusPosition) -> ScalusPosition:
        return ScalusPosition.reached(
            position.black, position.white, position.seat, (), all_patterns=position.all_patterns
        )


FINDER = ScalusPuzzles(ENGINE)
