"""Making puzzles in bulk, revising them, and writing the shipped files.

A directory holds a JSON line for each searched match of each game. So a killed search can be
resumed, and the shipped file can be made at any time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from engine.puzzles.library import ENDING, Puzzle, main_line, put, puzzles_in, read_from, written
from engine.registry import ENGINES
from making.puzzles.finding import FINDERS, MATCHES, Source, is_near, likeness_of, views_of
from rules.notation import read
from rules.position import Position, View
from rules.registry import GAMES
from rules.replay import Played
from rules.symmetry import EMPTY

SHOWING_IDEA = 4
"""Minimum number of puzzles that show their game's idea, for each one in use that doesn't."""

Report = Callable[[int, int, int], None]
"""Called with the numbers of puzzles found, puzzles wanted, and matches or puzzles searched."""


@dataclass(slots=True)
class Progress:
    """The puzzles found for one game, and the matches or puzzles searched."""

    game: str
    file: Path
    """The file of these lines, created with the first one."""
    searched: set[int]
    """Numbers of matches, or of shipped puzzles."""
    puzzles: dict[View, Puzzle]
    """Puzzles without keys, by their likeness, so that no two are alike."""
    source: Source = MATCHES

    @classmethod
    def read(cls, game: str, directory: Path, source: Source = MATCHES) -> Progress:
        """Return the contents of the directory, except for an unfinished line.

        :param source: the source to search, which has its own file.
        """
        progress = cls(game, directory / f"{game}{source.suffix}.jsonl", set(), {}, source)
        for line in progress._whole_lines().splitlines():
            number, puzzles = json.loads(line)
            progress._take(number, [read_from(game, puzzle) for puzzle in puzzles])
        return progress

    def mend(self) -> None:
        """Remove an unfinished line, so that others can follow."""
        whole = self._whole_lines()
        if self.file.exists() and len(whole.encode()) < self.file.stat().st_size:
            self.file.write_text(whole, encoding="utf-8")

    def _whole_lines(self) -> str:
        if not self.file.exists():
            return ""
        text = self.file.read_text(encoding="utf-8")
        return text[: text.rfind("\n") + 1]

    def add(self, number: int, puzzles: Sequence[Puzzle]) -> None:
        """Store the result of a match."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps([number, [*map(written, puzzles)]]) + "\n")
        self._take(number, puzzles)

    def _take(self, number: int, puzzles: Sequence[Puzzle]) -> None:
        self.searched.add(number)
        for puzzle in puzzles:
            self.puzzles.setdefault(likeness_of(puzzle), puzzle)

    def to_search(self) -> Iterator[int]:
        """Yield the unsearched numbers, endlessly for matches."""
        numbers = self.source.numbers(self.game)
        return (number for number in numbers if number not in self.searched)


def make(progress: Progress, count: int, processes: int, report_progress: Report) -> Progress:
    """Search until there are `count` puzzles, or nothing is left to search, and save them.

    :param processes: number of concurrent searches. One runs in this process.
    """
    game, find_puzzles = progress.game, progress.source.find_puzzles
    progress.mend()
    numbers = progress.to_search()

    def report() -> None:
        report_progress(len(progress.puzzles), count, len(progress.searched))

    report()
    if processes == 1:
        while len(progress.puzzles) < count and (number := next(numbers, None)) is not None:
            progress.add(number, find_puzzles(game, number))
            report()
        return progress
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        pending: dict[Future[tuple[Puzzle, ...]], int] = {}
        try:
            while len(progress.puzzles) < count:
                for number in islice(numbers, processes - len(pending)):
                    pending[pool.submit(find_puzzles, game, number)] = number
                if not pending:
                    break
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    progress.add(pending.pop(future), future.result())
                    report()
        finally:
            pool.shutdown(cancel_futures=True)
    return progress


def ship(progress: Progress, directory: Path) -> tuple[Puzzle, ...]:
    """Write the shipped file, and return its contents.

    Existing puzzles keep their keys and places, and new ones follow. Of nearly alike puzzles the
    better one is used and the other retired, and so are most that don't show the game's idea.

    :param directory: the directory of the shipped files.
    """
    game = progress.game
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / f"{game}{ENDING}"
    before = puzzles_in(game, file)
    likenesses = {likeness_of(each) for each in before}
    new = [
        replace(with_themes(puzzle), key=f"new-{number}")
        for number, (alike, puzzle) in enumerate(progress.puzzles.items())
        if alike not in likenesses
    ]
    ready: list[Puzzle] = []
    for puzzle in without_plain_ones(without_near_ones([*before, *new])):
        if len(ready) < len(before):
            ready.append(puzzle)
        elif not puzzle.is_retired:
            ready.append(replace(puzzle, key=f"{game}-{len(ready) + 1:03}"))
    put(file, ready)
    return tuple(ready)


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
    return without_plain_ones(without_near_ones(looked_over))


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


def without_plain_ones(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """Return the puzzles, retiring most in which the solver doesn't show the game's idea.

    At most a fifth of those in use are of this kind. Those in which the other side shows the idea
    are preferred.
    """
    ready = [puzzle for puzzle in puzzles if not puzzle.is_retired]
    plain = [puzzle for puzzle in ready if not _shows_idea(puzzle, main_line(puzzle)[::2])]
    plain.sort(
        key=lambda each: (_shows_idea(each, main_line(each)), _merit(each, views_of(each)[0])),
        reverse=True,
    )
    surplus = {puzzle.key for puzzle in plain[(len(ready) - len(plain)) // SHOWING_IDEA :]}
    return tuple(
        replace(puzzle, is_retired=puzzle.is_retired or puzzle.key in surplus) for puzzle in puzzles
    )


def _shows_idea(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    return FINDERS[puzzle.game].shows_idea(moves)


def with_themes(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its themes."""
    position: Position = GAMES[puzzle.game].decode(puzzle.start)
    line: list[Played] = []
    for text in main_line(puzzle):
        move = read(position, text)
        line.append(Played(position, move, position.play(move)))
        position = line[-1].after
    themes = {theme.key for theme in FINDERS[puzzle.game].themes_of(line)}
    return replace(
        puzzle,
        themes=tuple(theme.key for theme in ENGINES[puzzle.game].themes if theme.key in themes),
    )


def _revised(puzzle: Puzzle) -> Puzzle:
    today = FINDERS[puzzle.game].revised(puzzle)
    if today is None:
        return replace(puzzle, is_retired=True)
    return with_themes(today)


def _merit(puzzle: Puzzle, view: View) -> tuple[int, int]:
    """The sort key of puzzles, by which longer wins are better, then fuller boards."""
    return puzzle.turns, sum(mark != EMPTY for mark in view)
