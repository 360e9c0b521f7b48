"""The claims of the lessons of Scalus are true."""

from __future__ import annotations

import pytest

from rules.refusal import Refusal
from rules.scalus.board import HEADQUARTERS
from rules.scalus.game import Scalus
from tests.rules.lesson_positions import LessonPositions

LESSONS = LessonPositions(Scalus())
start_of, after, accepted_moves = LESSONS.start_of, LESSONS.after, LESSONS.accepted_moves


def captured(key: str, *texts: str) -> set[str]:
    return set(start_of(key).stones(2)) - set(after(key, *texts).stones(2))


def test_the_first_lesson_steps_onto_either_point_of_the_headquarters() -> None:
    assert set(accepted_moves("headquarters")) == {f"e17-{point}" for point in HEADQUARTERS[2]}


def test_the_expansion_lesson_doubles_the_distances_from_e5() -> None:
    assert set(after("expansion", "e5-e7(e5)").stones(1)) == {"c7", "e5", "e7", "e9"}


def test_each_pivot_of_the_pivot_lesson_has_the_stated_result() -> None:
    assert captured("pivot", "f7-f9(f7)") == {"f11"}
    assert captured("pivot", "f7-f9(f9)") == {"f5"}
    assert captured("pivot", "f7-f9(f8)") == set()
    assert {"f6", "f10"} <= set(after("pivot", "f7-f9(f8)").stones(1))


def test_one_pivot_of_the_rectangle_captures_both_stones() -> None:
    position = start_of("rectangle")
    both = {
        text
        for text in map(position.text, position.moves())
        if captured("rectangle", text) == {"e9", "g9"}
    }
    assert both == set(accepted_moves("rectangle"))
    assert {"d9", "f9"} <= set(after("rectangle", "e5-f5-f7-e7(f5)").stones(1))


def test_the_contraction_waits_for_g7_to_leave_and_then_captures_g6_around_any_pivot() -> None:
    for text in accepted_moves("contraction", 1):
        with pytest.raises(Refusal) as refusal:
            after("contraction", text)
        assert refusal.value.code == "friend_inside"
        for way_out in accepted_moves("contraction"):
            assert captured("contraction", way_out, "c12-c11", text) == {"c12", "g6"}


def test_the_pair_captures_on_both_sides_only_without_a_pivot() -> None:
    assert captured("pair", "d8-e9()") == {"c7", "f10"}
    assert captured("pair", "d8-e9(d8)") == {"f10"}
    assert captured("pair", "d8-e9(e9)") == {"c7"}


def test_the_win_in_one_jumps_the_guard_on_f17_and_reaches_f18() -> None:
    won = after("one", *accepted_moves("one"))
    assert "f17" in won.stones(2)
    assert "f18" in won.stones(1)
    assert "g18" in after("one", "g14-g16(g14)").stones(1)
    assert {"g18", "i18"} <= set(after("one", "g14-h14-h16-g16(g14)").stones(1))


def test_the_win_in_two_threatens_both_points_and_one_guard_is_not_enough() -> None:
    threat = after("two", "f13-f15(f13)")
    assert "f17" in threat.stones(1)
    assert set(HEADQUARTERS[2]) & set(threat.stones(2)) == {"f18"}
    won = after("two", "f13-f15(f13)", "f18-e18", "f17-f18").outcome
    assert won is not None
    assert won.winners == (1,)
