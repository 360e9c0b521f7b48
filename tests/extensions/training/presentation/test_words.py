"""Lessons and puzzles on a front with plain text only."""

from __future__ import annotations

from random import Random

import pytest

from engine.facts import Reason
from engine.opponent import Choice
from engine.puzzles import puzzles, refuting, standing
from extensions.training.club.daily import Results
from extensions.training.club.lessons import Course, stage_of
from extensions.training.club.puzzles import Puzzles
from extensions.training.presentation.daily import (
    closing_words,
    daily_solution,
    daily_task,
    daily_title,
    results_words,
)
from extensions.training.presentation.lessons import (
    answer_words,
    course_lines,
    help_words,
    last_lesson_words,
    place_words,
    task_lines,
)
from extensions.training.presentation.puzzles import (
    change,
    naming_words,
    puzzle_facts,
    puzzle_title,
    record_words,
    refutation_words,
    so_far_words,
    solution_lines,
    solved_lines,
    solver_of,
    task,
    themes_words,
    wrong_words,
)
from language.texts import COMPLETE, written_in
from presentation.markup import PLAIN
from rules.position import Game
from rules.registry import GAMES
from storage.matches.match import Participant
from tests.club.services import GUILD, NOON, Services
from tests.presentation.test_plain_text_front import assert_plain, game
from tests.sample_lessons import JUMP, WIN

__all__ = ["game"]

ADA = Participant(11, "_Ada_ <b>")


def test_lessons(game: Game) -> None:
    for language in COMPLETE:
        with written_in(language):
            assert_plain(course_lines(Course(game, frozenset(), frozenset()), PLAIN))
            assert_plain([help_words(PLAIN), last_lesson_words(game, PLAIN, can_guide=True)])
            for lesson in game.lessons:
                stage = stage_of(game, lesson)
                assert_plain([place_words(stage), *task_lines(stage, PLAIN)])
                assert_plain([answer_words(stage.solution(), PLAIN)])


@pytest.mark.usefixtures("with_sample_lessons")
def test_the_place_in_a_lesson_counts_its_moves_if_there_are_several() -> None:
    skirt = GAMES["skirt"]
    begun, done = stage_of(skirt, JUMP), stage_of(skirt, JUMP, (0, 0))
    lesson = "Learn Skirt · lesson 1 of 2"
    assert place_words(begun) == f"{lesson}, move 1 of 2"
    assert place_words(stage_of(skirt, JUMP, (0,))) == f"{lesson}, move 2 of 2"
    assert place_words(done) == lesson
    assert place_words(done, 2) == f"{lesson}, move 2 of 2"
    for stage in (stage_of(skirt, WIN), stage_of(skirt, WIN, (0,))):
        assert place_words(stage) == place_words(stage, 1) == "Learn Skirt · lesson 2 of 2"


@pytest.mark.parametrize("game", [each for each in GAMES.values() if puzzles(each.key)])
async def test_a_puzzle_and_the_daily_puzzle(services: Services, game: Game) -> None:
    puzzle = Random(1).choice(puzzles(game.key))
    puzzle_try = await services.part(Puzzles).view(ADA.user_id, puzzle)
    tried = await services.part(Puzzles).record_miss(ADA.user_id, ADA.name, GUILD, puzzle)
    record = await services.part(Puzzles).record_of(ADA.user_id)
    for language in COMPLETE:
        with written_in(language):
            move, line = solution_lines(puzzle, 1, PLAIN)
            assert standing(puzzle, ()).position.moves()
            assert_plain(
                [puzzle_title(puzzle), puzzle_facts(puzzle_try), task(puzzle, PLAIN), move, line]
            )
            assert_plain([so_far_words(puzzle, (), PLAIN), wrong_words(line, "", PLAIN)])
            assert_plain([*solved_lines(puzzle, tried, line, PLAIN), change(tried, game, PLAIN)])
            assert_plain([naming_words(PLAIN), record_words(record, NOON, PLAIN)])
            assert_plain(
                [daily_title(puzzle), daily_task(puzzle, PLAIN), closing_words(NOON, PLAIN)]
            )
            assert_plain(
                [daily_solution(puzzle, PLAIN), results_words(Results(3, 2, ()), {}, PLAIN)]
            )


@pytest.mark.parametrize(
    ("numbers", "has_reply", "words"),
    [
        (
            {refuting.POINTS: 3, refuting.BETTER: 5},
            False,
            "After that your turn scores at most 3 points. The best turn scores 5.",
        ),
        ({refuting.LOST: 0}, False, "That ends the match without a win for you."),
        ({refuting.LOSES: 1}, True, "X answers d3 and wins."),
        (
            {refuting.LOSES: 2},
            True,
            "X answers d3, and you can't stop X from winning next turn.",
        ),
        (
            {refuting.ESCAPES: 0},
            True,
            "That was your last chance to win, and it doesn't win.",
        ),
        ({refuting.ESCAPES: 1}, False, "After that you can't win next turn."),
        ({refuting.ESCAPES: 1}, True, "X answers d3, and you can't win next turn."),
        ({refuting.ESCAPES: 2}, False, "After that you can't win within two more turns."),
        (
            {refuting.ESCAPES: 2},
            True,
            "X answers d3, and you can't win within two more turns.",
        ),
    ],
)
def test_a_wrong_try_at_a_puzzle_is_refuted(
    numbers: dict[str, int], has_reply: bool, words: str
) -> None:
    puzzle = next(each for each in puzzles("scala") if solver_of(each) == 1)
    line = ("c2", "d3") if has_reply else ("c2",)
    reasons = tuple(Reason(code, number) for code, number in numbers.items())
    refutation = Choice("c2", line, 0.5, (0.5, 0.5), 10, False, reasons=reasons)
    assert refutation_words(puzzle, refutation, PLAIN) == words


def test_a_theme_and_its_explanation_are_joined_as_usual_in_the_language() -> None:
    puzzle = next(each for each in puzzles("scala") if each.themes)
    assert ": " in themes_words(puzzle, PLAIN)
    with written_in("ja"):
        words = themes_words(puzzle, PLAIN)
    assert "：" in words
    assert ": " not in words
