"""The lessons of every game can be played as described, and their claims are true."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.position import Game, Move, Position
from rules.registry import GAMES
from rules.teaching import Lesson, Task
from tests.engine.known_wins import is_won, wins_at_once, wins_next

MAX_LENGTH = 200
"""Characters of each text of a lesson."""

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
EVERY_LESSON = pytest.mark.parametrize(
    ("game", "lesson"),
    [
        pytest.param(game, lesson, id=f"{game.key}-{lesson.key}")
        for game in GAMES.values()
        for lesson in game.lessons
    ],
)


def legal(position: Position) -> dict[str, Move]:
    return {position.text(move): move for move in position.moves()}


def after(position: Position, texts: tuple[str, ...]) -> Position:
    for text in texts:
        position = position.play(legal(position)[text])
    return position


def with_positions(game: Game, lesson: Lesson) -> Iterator[tuple[Position, Task]]:
    """Yield each task of a lesson with its position."""
    position = game.decode(lesson.start)
    for task in lesson.tasks:
        yield position, task
        position = after(position, (task.accepted[0], *task.reply))


@EVERY_GAME
def test_a_game_has_a_few_lessons_with_unique_keys(game: Game) -> None:
    assert 6 <= len(game.lessons) <= 8, f"write some in rules/{game.key}/game.py"
    for sentences in ("key", "title", "words", "start"):
        assert len({getattr(lesson, sentences) for lesson in game.lessons}) == len(game.lessons)


@EVERY_GAME
def test_a_game_has_a_win_in_one_and_a_win_in_two(game: Game) -> None:
    claims = {task.claim for lesson in game.lessons for task in lesson.tasks}
    assert {"wins", "wins in two"} <= claims


@EVERY_GAME
def test_the_last_two_lessons_are_puzzles_and_absent_from_the_rules(game: Game) -> None:
    *explaining, win_in_one, win_in_two = game.lessons
    assert win_in_one.is_puzzle
    assert win_in_two.is_puzzle
    assert not any(lesson.is_puzzle for lesson in explaining)


@EVERY_LESSON
def test_the_position_is_encoded_as_the_game_does(game: Game, lesson: Lesson) -> None:
    assert game.decode(lesson.start).encode() == lesson.start


@EVERY_LESSON
def test_the_learner_keeps_the_seat(game: Game, lesson: Lesson) -> None:
    seat = game.decode(lesson.start).to_move
    assert seat is not None
    assert {position.to_move for position, _ in with_positions(game, lesson)} == {seat}


@EVERY_LESSON
def test_answers_are_legal_and_distinct(game: Game, lesson: Lesson) -> None:
    for position, task in with_positions(game, lesson):
        answers = [*task.accepted, *task.wrong]
        assert task.accepted
        assert set(answers) <= legal(position).keys()
        assert len(set(answers)) == len(answers)


@EVERY_LESSON
def test_what_follows_by_itself_can_follow_each_right_answer(game: Game, lesson: Lesson) -> None:
    for (position, task), further in zip(
        with_positions(game, lesson), [*lesson.tasks[1:], None], strict=True
    ):
        if further is None:
            assert not task.reply
            continue
        for accepted in task.accepted:
            reached = after(position, (accepted, *task.reply))
            assert {*further.accepted, *further.wrong} <= legal(reached).keys()


@EVERY_LESSON
def test_lesson_texts_are_short_and_complete(game: Game, lesson: Lesson) -> None:
    sentences = [lesson.words]
    for task in lesson.tasks:
        sentences += [task.praise, task.otherwise, *task.wrong.values()]
    for words in sentences:
        assert words == words.strip()
        assert 0 < len(words) <= MAX_LENGTH
        assert words[-1] in ".?"
    assert len(lesson.title) <= 40


@EVERY_LESSON
def test_the_claims_hold_for_the_accepted_moves_and_for_no_others(
    game: Game, lesson: Lesson
) -> None:
    for position, task in with_positions(game, lesson):
        seat = position.to_move
        assert seat is not None
        following = {text: position.play(move) for text, move in legal(position).items()}
        winning = {text for text, reached in following.items() if is_won(reached, seat)}
        if task.claim == "wins":
            assert winning == set(task.accepted)
        if task.claim == "wins in two":
            assert not wins_at_once(position, seat)
            assert {text for text, reached in following.items() if wins_next(reached, seat)} == set(
                task.accepted
            )
