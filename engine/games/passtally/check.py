"""The check of puzzles of Passtally, which plays every turn."""

from __future__ import annotations

from collections.abc import Hashable

from engine.puzzles.checking import PuzzleCheck, require
from engine.puzzles.puzzle import Puzzle
from rules.notation import read
from rules.passtally.position import PasstallyPosition


class PasstallyCheck(PuzzleCheck[PasstallyPosition]):
    """Checks that the turns of the solution score the most points, and no other turn does."""

    def check_lines(self, puzzle: Puzzle, position: PasstallyPosition) -> int:
        """Check that all turns of the solution score the same."""
        scored: list[int] = []
        for step in puzzle.solution:
            after = position.play(read(position, step.move))
            for last in step.answers[""]:
                end = after.play(read(after, last.move))
                scored.append(_scored(position, end))
        require(puzzle, len(set(scored)) == 1, "the turns of the solution score different points")
        return len(scored)

    def check_first_moves(self, puzzle: Puzzle, position: PasstallyPosition) -> int:
        """Check that the best turns are those of the solution, with one result."""
        require(puzzle, position == position.seen_by(position.seat), "it shows hidden tiles")
        most = -1
        best: set[tuple[str, str]] = set()
        results: set[Hashable] = set()
        for first in position.moves():
            after = position.play(first)
            require(puzzle, after.to_move == position.seat, "the turn has one move only")
            for second in after.moves():
                end = after.play(second)
                scored = _scored(position, end)
                if scored > most:
                    most = scored
                    best.clear()
                    results.clear()
                if scored == most:
                    best.add((position.text(first), after.text(second)))
                    tiles = end.board.heights, end.board.halves, end.tiles_left
                    results.add((*tiles, end.ring))
        right = {(step.move, last.move) for step in puzzle.solution for last in step.answers[""]}
        require(puzzle, best == right, "other turns are best")
        require(puzzle, len(results) == 1, "the best turns differ in what they lead to")
        return len(position.moves())


def _scored(before: PasstallyPosition, after: PasstallyPosition) -> int:
    """The points of a turn by the rules' own count."""
    return after.scores[before.seat - 1] - before.scores[before.seat - 1]
