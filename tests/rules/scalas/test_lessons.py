"""The claims of the lessons of Scalas are true."""

from __future__ import annotations

from rules.position import Outcome
from rules.scalas.game import Scalas
from rules.scalas.position import ScalasPosition
from tests.rules.lesson_positions import LessonPositions

LESSONS = LessonPositions(Scalas())
start_of, after, accepted_moves = LESSONS.start_of, LESSONS.after, LESSONS.accepted_moves


def tower(position: ScalasPosition, cell: str) -> str:
    return position.towers[position.cells.index(cell)]


def open_cells(position: ScalasPosition) -> set[str]:
    return {move[0] for move in position.moves()}


def ending(position: ScalasPosition) -> Outcome:
    assert position.outcome is not None
    return position.outcome


def test_the_first_lesson_covers_blue() -> None:
    assert tower(after("cover", "c3"), "c3") == "BR"


def test_no_cube_has_left_the_match() -> None:
    for key in LESSONS.keys:
        position = start_of(key)
        for colour, in_hand in zip("RB", position.hands, strict=True):
            assert in_hand + "".join(position.towers).count(colour) == 25


def test_the_stair_lesson_opens_c3_from_each_of_its_four_neighbours() -> None:
    assert "c3" not in open_cells(start_of("stair"))
    for stair in LESSONS.task("stair").accepted:
        assert tower(after("stair", stair, "e1", "c3"), "c3") == "BR"


def test_the_lesson_on_the_way_down_has_three_towers_of_two_and_one_can_grow() -> None:
    position = start_of("walk")
    of_two = {
        cell for cell, cubes in zip(position.cells, position.towers, strict=True) if len(cubes) == 2
    }
    assert of_two == {"a3", "b3", "e1"}
    assert of_two & open_cells(position) == {"a3"}


def test_the_lesson_on_a_gap_covers_blue_by_force() -> None:
    position = after("forced", "d3")
    assert tower(position, "c3") == "BR"
    assert position.hands == (21, 23)


def test_the_lesson_on_what_follows_places_three_cubes() -> None:
    before, later = start_of("chain"), after("chain", "d3")
    assert before.hands[0] - later.hands[0] == 3
    assert tower(later, "c3") == "BR"
    assert tower(later, "c2") == "R"


def test_the_lesson_on_choosing_lets_the_same_seat_choose_between_b3_and_c2() -> None:
    position = after("choice", "c3")
    assert position.is_mid_turn
    assert position.forced == ("b3", "c2")
    for choice in LESSONS.task("choice", 1).accepted:
        later = after("choice", "c3", choice)
        assert later.to_move == 2
        assert tower(later, "b3") == "BR"


def test_the_last_cube_draws_level_and_wins_by_the_tallest_towers() -> None:
    assert start_of("one").tops == (10, 12)
    assert start_of("one").hands == (1, 0)
    for text in LESSONS.task("one").accepted:
        won = ending(after("one", text))
        assert won.reason == "towers"
        assert won.words == "Both have 11 top cubes; at height 3, Red has 6, Blue 2."


def test_d4_is_the_stair_without_which_e4_is_closed() -> None:
    assert start_of("two").tops == (10, 13)
    assert "e4" in open_cells(start_of("two"))
    d4_first = after("two", "d4")
    assert "e4" not in open_cells(d4_first)
    assert all(tower(d4_first, cell).endswith("R") for cell in open_cells(d4_first))
    assert ending(after("two", "e4", "d4")).scores == (12, 11)


def test_in_the_first_lesson_every_cell_can_be_chosen() -> None:
    position = Scalas().decode(Scalas.lessons[0].start)
    assert len(position.moves()) == 25
