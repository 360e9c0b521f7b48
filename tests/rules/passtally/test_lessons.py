"""The claims of the lessons of Passtally are true."""

from __future__ import annotations

import re

import pytest

from rules.passtally.game import Passtally
from rules.teaching import Lesson
from tests.rules.lesson_positions import LessonPositions

LESSONS = LessonPositions(Passtally())
start_of, after, accepted_moves = LESSONS.start_of, LESSONS.after, LESSONS.accepted_moves


def gain(key: str, *texts: str) -> int:
    before = start_of(key)
    seat = before.seat - 1
    return after(key, *texts).scores[seat] - before.scores[seat]


def all_gains(key: str) -> dict[str, int]:
    position = start_of(key)
    return {text: gain(key, text) for text in map(position.text, position.moves())}


def test_the_first_lesson_places_a_marker_on_the_bottom_side() -> None:
    position = start_of("markers")
    assert position.placing_markers
    assert {move[0][0] for move in position.moves()} == {"S"}


@pytest.mark.parametrize(
    ("key", "points"),
    [("tile", 1), ("step", 2), ("bend", 1), ("stack", 3), ("passes", 4), ("one", 4)],
)
def test_each_right_action_gains_the_stated_points(key: str, points: int) -> None:
    assert {gain(key, text) for text in accepted_moves(key)} == {points}


@pytest.mark.parametrize("key", ["stack", "passes", "one"])
def test_no_other_action_gains_as_much(key: str) -> None:
    gains = all_gains(key)
    best = max(gains.values())
    assert {text for text, gain in gains.items() if gain == best} == set(accepted_moves(key))


def test_the_bend_lesson_takes_every_tile_on_d3_that_scores() -> None:
    on_d3 = {text for text, gain in all_gains("bend").items() if gain and "d3" in text}
    assert on_d3 == set(accepted_moves("bend"))


def test_a_tile_across_the_line_scores_too_as_stated() -> None:
    for text in LESSONS.task("tile").wrong:
        assert gain("tile", text) == 1


def test_without_another_tile_on_top_the_row_scores_two_points() -> None:
    assert gain("stack", "1:a5-a6") == 2
    for curves in LESSONS.task("stack").wrong:
        assert gain("stack", curves) == 0


@pytest.mark.parametrize("key", ["one", "two"])
def test_winning_tasks_have_no_hidden_tiles(key: str) -> None:
    position = start_of(key)
    assert all(len(pile) <= 1 for pile in position.piles)
    assert position.seen_by(2) == position


def test_the_last_two_actions_build_a_step_and_win_by_a_point() -> None:
    assert after("two", "2:e3-e4", "3:d3-e3").scores == (33, 34)
    for other in LESSONS.task("two").wrong:
        assert after("two", other, "3:d3-e3").scores == (33, 33)


@pytest.mark.parametrize("lesson", tuple(Passtally.lessons), ids=lambda lesson: lesson.key)
def test_tiles_are_not_told_apart_by_colours_that_they_do_not_have(lesson: Lesson) -> None:
    words = [lesson.words]
    for task in lesson.tasks:
        words += [task.praise, task.otherwise, *task.wrong.values()]
    assert not re.search(r"\b(red|green|blue|brown|white|black) ", " ".join(words))
