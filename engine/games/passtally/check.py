"""How puzzles of Passtally are checked: by making every turn."""

from __future__ import annotations

from collections.abc import Hashable

from engine.puzzles.checking import PuzzleCheck, demand
from engine.puzzles.puzzle import Puzzle
from rules.notation import read
from rules.passtally.position import PasstallyPosition


class PasstallyCheck(PuzzleCheck[PasstallyPosition]):
    """The turns of the solution count the most passes, and no other turn does."""

    def lines(self, puzzle: Puzzle, position: PasstallyPosition) -> int:
        """All turns of the solution count the same."""
        counts: list[int] = []
        for step in puzzle.solution:
            after = position.play(read(position, step.move))
            for last in step.answers[""]:
                end = after.play(read(after, last.move))
                counts.append(end.passes(position.seat))
        demand(puzzle, len(set(counts)) == 1, "the turns of the solution count different passes")
        return len(counts)

    def tries(self, puzzle: Puzzle, position: PasstallyPosition) -> int:
        """The best turns are those of the solution, and lead to one result."""
        demand(puzzle, position == position.seen_by(position.seat), "it shows hidden tiles")
        most = -1
        best: set[tuple[str, str]] = set()
        results: set[Hashable] = set()
        for first in position.moves():
            after = position.play(first)
            demand(puzzle, after.to_move == position.seat, "the turn has one move only")
            for second in after.moves():
                end = after.play(second)
                passes = end.passes(position.seat)
                if passes > most:
                    most = passes
                    best.clear()
                    results.clear()
                if passes == most:
                    best.add((position.text(first), after.text(second)))
                    tiles = end.board.heights, end.board.halves, end.tiles_left
                    results.add((*tiles, end.ring))
        right = {(step.move, last.move) for step in puzzle.solution for last in step.answers[""]}
        demand(puzzle, best == right, "other turns are best")
        demand(puzzle, len(results) == 1, "the best turns differ in what they lead to")
        return len(position.moves())
