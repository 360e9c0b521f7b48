"""Revision of shipped puzzles: themes, better defences, and retirement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.puzzle_making.finding import KINDS
from engine.puzzle_making.likeness import is_near, views_of
from engine.puzzles.kind import View
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.standing import main_line
from engine.puzzles.views import EMPTY
from rules.notation import read
from rules.position import Position
from rules.registry import GAMES
from rules.replay import Played


def revised(
    puzzles: Sequence[Puzzle], report_progress: Callable[[int], None]
) -> tuple[Puzzle, ...]:
    """Return the puzzles as they would be made today, and retire the others.

    :param report_progress: called with the number of puzzles revised so far.
    """
    looked_over: list[Puzzle] = []
    for puzzle in puzzles:
        looked_over.append(puzzle if puzzle.is_retired else _revised(puzzle))
        report_progress(len(looked_over))
    return without_near_ones(looked_over)


def without_near_ones(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """Return the puzzles, retiring those that are nearly like a better one."""
    views = {puzzle.key: views_of(puzzle) for puzzle in puzzles if not puzzle.is_retired}
    better = sorted(
        (puzzle for puzzle in puzzles if not puzzle.is_retired),
        key=lambda each: _merit(each, views[each.key][0]),
        reverse=True,
    )
    view_by_key: dict[str, View] = {}
    for puzzle in better:
        if not any(is_near(view, views[puzzle.key]) for view in view_by_key.values()):
            view_by_key[puzzle.key] = views[puzzle.key][0]
    return tuple(replace(puzzle, is_retired=puzzle.key not in view_by_key) for puzzle in puzzles)


def with_themes(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its themes."""
    kind = KINDS[puzzle.game]
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    line: list[Played] = []
    for text in main_line(puzzle):
        move = read(position, text)
        line.append(Played(position, move, position.play(move)))
        position = line[-1].after
    themes = {theme.key for theme in kind.themes_of(line)}
    return replace(puzzle, themes=tuple(theme.key for theme in kind.themes if theme.key in themes))


def _revised(puzzle: Puzzle) -> Puzzle:
    today = KINDS[puzzle.game].revised(puzzle)
    if today is None:
        return replace(puzzle, is_retired=True)
    return with_themes(today)


def _merit(puzzle: Puzzle, view: View) -> tuple[int, int]:
    """The sort key of puzzles, by which longer wins are better, then fuller boards."""
    return puzzle.turns, sum(mark != EMPTY for mark in view)
