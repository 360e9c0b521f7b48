"""The claims of the lessons of Scala are true."""

from __future__ import annotations

import pytest

from rules.refusal import Refusal
from rules.scala.board import groups, set_of
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition
from tests.rules.lesson_positions import LessonPositions

LESSONS = LessonPositions(Scala())
start_of, after, accepted_moves = LESSONS.start_of, LESSONS.after, LESSONS.accepted_moves


def count(position: ScalaPosition) -> tuple[int, int]:
    return len(position.stones(1)), len(position.stones(2))


@pytest.mark.parametrize("key", LESSONS.keys)
def test_each_lesson_begins_with_one_group_as_a_turn_does(key: str) -> None:
    position = start_of(key)
    assert len(groups(set_of([*position.stones(1), *position.stones(2)]))) == 1


def test_the_group_lesson_takes_the_steps_of_c4_that_keep_it_in_touch() -> None:
    for text in accepted_moves("group"):
        assert count(after("group", text)) == (4, 3)
    for text in LESSONS.task("group").wrong:
        assert count(after("group", text)) == (3, 3)


def test_the_jump_lesson_jumps_a_stone_of_x_and_leaves_it_there() -> None:
    before, later = start_of("jump"), after("jump", "f4-f6")
    assert "f5" in before.stones(2)
    assert later.stones(2) == before.stones(2)


def test_the_chain_lesson_goes_from_row_3_to_row_9_by_three_jumps() -> None:
    assert accepted_moves("chain") == ("e3-e5-c7-c9",)
    assert "c9" in after("chain", "e3-c9").stones(1)


def test_the_capture_lesson_removes_d6_alone() -> None:
    before = start_of("capture")
    for text in accepted_moves("capture"):
        later = after("capture", text)
        assert set(before.stones(2)) - set(later.stones(2)) == {"d6"}
        assert count(later) == (4, 3)


def test_the_lesson_on_the_largest_group_gives_one_stone_for_three() -> None:
    assert count(start_of("largest")) == (5, 5)
    for text in accepted_moves("largest"):
        assert count(after("largest", text)) == (4, 2)


def test_the_lesson_on_the_largest_group_can_show_a_tie_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        after("largest", "i6-j7")
    assert refusal.value.code == "tie"


def test_the_win_in_one_has_a_nearer_stone_that_would_be_cut_off_on_the_goal() -> None:
    assert after("one", "f13-f14(:f14)").outcome is None
    won = after("one", "d10-f12-f14").outcome
    assert won is not None
    assert won.winners == (1,)


def test_the_win_in_two_builds_a_bridge_on_f13_and_jumps_it() -> None:
    assert "f13" in after("two", "d11-f13", "e12-e11").stones(1)
    won = after("two", "d11-f13", "e12-e11", "f12-f14")
    assert won.outcome is not None
    assert {"f13", "f14"} <= set(won.stones(1))
