"""The claims of the lessons of Skirt are true."""

from __future__ import annotations

from collections.abc import Iterable

from rules.position import Outcome
from rules.skirt.board import SIDES
from rules.skirt.game import Skirt
from rules.skirt.position import SkirtPosition, winning_chain
from tests.rules.lesson_positions import LessonPositions

LESSONS = LessonPositions(Skirt())
start_of, after, accepted_moves = LESSONS.start_of, LESSONS.after, LESSONS.accepted_moves


def ending(position: SkirtPosition) -> Outcome:
    assert position.outcome is not None
    return position.outcome


def stones_in_row(position: SkirtPosition, cells: Iterable[str]) -> list[int]:
    return [position.stones[position.hexagon.number[cell]] for cell in cells]


def texts(position: SkirtPosition) -> list[str]:
    return [position.text(move) for move in position.moves()]


def test_the_first_lesson_joins_bottom_and_top_by_the_outer_stone_alone() -> None:
    for text in accepted_moves("goal"):
        assert ending(after("goal", text)).reason == "opposite_sides"
        assert text[0] == "g"


def test_the_lesson_on_a_turn_takes_every_inner_cell_in_line_with_c6() -> None:
    from_c6 = {text for text in texts(start_of("turn")) if text.startswith("c6-")}
    assert set(accepted_moves("turn")) == from_c6


def test_the_lesson_on_a_standing_stone_places_one_stone_in_line_with_a2() -> None:
    position = start_of("standing")
    assert set(accepted_moves("standing")) == {
        text for text in texts(position) if text.startswith("(a2)-")
    }
    for text in accepted_moves("standing"):
        assert sum(map(bool, after("standing", text).stones)) == 1 + sum(map(bool, position.stones))


def test_the_jump_lesson_jumps_a_row_of_both_colours_and_e4_ends_the_line() -> None:
    position = start_of("jump")
    assert stones_in_row(position, ("b2", "c3", "d4", "e4", "f4")) == [1, 2, 0, 2, 0]
    assert [text for text in texts(position) if text.startswith("a1-")] == ["a1-d4"]


def test_the_lesson_on_three_sides_joins_the_three_that_it_names() -> None:
    position = after("three", "e1")
    assert ending(position).reason == "three_sides"
    touched = position.touching[0][winning_chain(position)[0]]
    assert [side for number, side in enumerate(SIDES) if touched >> number & 1] == [
        "bottom",
        "upper right",
        "upper left",
    ]


def test_the_corner_lesson_wins_by_the_corner_as_a_part_of_the_upper_left() -> None:
    position = after("corner", "g1")
    assert ending(position).reason == "opposite_sides"
    sides = position.hexagon.sides[position.hexagon.number["g1"]]
    assert [side for number, side in enumerate(SIDES) if sides >> number & 1] == [
        "top",
        "upper left",
    ]


def test_the_win_in_one_needs_both_stones_and_jumps_f3_and_e3() -> None:
    position = start_of("one")
    assert stones_in_row(position, ("g3", "f3", "e3", "d3")) == [0, 1, 1, 0]
    chain = position.hexagon.named(winning_chain(after("one", "g3-d3")))
    assert {"g3", "d3"} <= set(chain)


def test_the_win_in_two_jumps_c5_and_d5_and_ends_in_a_corner() -> None:
    position = start_of("two")
    assert stones_in_row(position, ("b5", "c5", "d5", "e4")) == [0, 1, 1, 0]
    won = after("two", "b5-e4", "f1-e2", "g1-f2")
    assert ending(won).words == "White connects two opposite sides."
    assert won.hexagon.number["g1"] in winning_chain(won)
