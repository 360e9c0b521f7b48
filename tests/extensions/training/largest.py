"""The largest pages of lessons and puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.puzzles import main_line
from engine.puzzles import puzzles as shipped_puzzles
from extensions.training.bot import daily, lessons, puzzles
from extensions.training.club.daily import MAX_IN_TABLE, MAX_NAMED, MonthlyTable, Results
from extensions.training.club.lessons import Course, stage_of
from extensions.training.club.puzzles import SolverPuzzle, TryResult
from extensions.training.storage.daily import DailyPuzzle, DailySolver, Solved
from rules.registry import GAMES
from tests.bot.largest import ID, NAME, WIDTH, filled


def scenes() -> Iterator[partial[Any]]:
    for game in GAMES.values():
        keys = frozenset(lesson.key for lesson in game.lessons)
        for done in (frozenset[str](), keys):
            yield partial(lessons.course_page, Course(game, done, done), can_guide=True)
        yield partial(lessons.offer_page, game)
        for lesson in game.lessons:
            for place in range(len(lesson.tasks)):
                stage = stage_of(game, lesson, (0,) * place)
                yield partial(lessons.task_page, stage, width=WIDTH, tries=3)
                verdict = stage.solution()
                yield partial(lessons.answer_page, stage, verdict, width=WIDTH, can_guide=True)
                for text in (stage.task.accepted[0], *stage.task.wrong):
                    verdict = stage.judge(text)
                    yield partial(
                        lessons.verdict_page, stage, verdict, width=WIDTH, tries=3, can_guide=True
                    )
        longest = max(shipped_puzzles(game.key), key=lambda each: len(str(each)), default=None)
        if longest is None:
            continue
        current = filled(SolverPuzzle, puzzle=longest)
        result = filled(TryResult, outcome="solved")
        yield partial(puzzles.first_page, current)
        texts = main_line(longest)
        yield partial(puzzles.solved_page, current, result, texts[:1], width=WIDTH)
        yield partial(
            puzzles.wrong_page, current, result, (), texts[0], None, width=WIDTH, words=NAME * 9
        )
        yield partial(puzzles.solution_page, current, result, 1, width=WIDTH)
        day = filled(DailyPuzzle, day="2026-09-30", game=game.key)
        best = tuple(Solved(number, NAME, 31) for number in range(MAX_IN_TABLE))
        names = dict.fromkeys(range(MAX_NAMED), NAME)
        table = daily.table_words("2026-09", MonthlyTable(31, ID, best), names)
        yield partial(daily.daily_card, day, longest, WIDTH, table)
        solvers = tuple(filled(DailySolver, user_id=number) for number in range(MAX_NAMED))
        solved = Results(ID, ID, solvers)
        yield partial(daily.solution_card, day, longest, solved, names, WIDTH, table)
