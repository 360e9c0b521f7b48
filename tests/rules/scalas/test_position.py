"""The rules of Scalas: stairs, forced cubes, running out of cubes, and the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.notation import read
from rules.scalas.board import grid_of
from rules.scalas.game import Scalas
from rules.scalas.position import ScalasPosition
from rules.scalas.stairs import leads_down, levels_of, raised
from tests import recorded
from tests.rules.scalas.positions import (
    BLUE_ALONE,
    DOCUMENT_3,
    DOCUMENT_5,
    DOCUMENT_7,
    DOCUMENT_8,
    FORCED_CHAIN,
    FOUR_PAIRS,
    filled_board,
    play_out,
    refusal_of,
    set_up,
    texts,
    tower,
)

GAME = Scalas()


# The positions of the rules document.


def test_a_cube_may_go_on_the_end_of_a_stair() -> None:
    assert read(set_up({"a3": "B", "b3": "R"}), "a3") == ("a3",)


def test_a_cube_may_not_leave_a_drop_of_two_around_itself() -> None:
    assert refusal_of(set_up({"a3": "B", "b3": "RB"}), "a3").code == "no_way_down_after"


def test_the_two_ways_down_may_differ() -> None:
    assert read(DOCUMENT_3, "a2") == ("a2",)
    assert refusal_of(DOCUMENT_3, "a3").code == "no_way_down_after"


def test_a_cell_without_a_way_down_before_placing_is_illegal() -> None:
    assert refusal_of(DOCUMENT_5, "a2").code == "no_way_down_before"


def test_a_pair_forces_the_cell_between() -> None:
    position = set_up({"a3": "B", "b3": "R"})
    after = play_out(position, "d3")
    assert position.text(("d3",)) == "d3+c3"
    assert (tower(after, "d3"), tower(after, "c3")) == ("R", "R")
    assert after.hands == (18, 20)
    assert after.to_move == 2


def test_a_forced_cube_ignores_height_colour_and_stairs() -> None:
    assert tower(play_out(DOCUMENT_7, "d3"), "c3") == "BBR"


def test_a_forced_cube_can_make_the_next_pair() -> None:
    after = play_out(DOCUMENT_8, "d3")
    assert DOCUMENT_8.text(("d3",)) == "d3+c3+c2"
    assert (tower(after, "c3"), tower(after, "c2")) == ("BR", "R")


# The stair rule.


def test_on_a_bare_board_every_cell_is_legal() -> None:
    for size in (5, 6, 7):
        position = GAME.start({"size": size})
        assert texts(position) == sorted(position.cells)
        assert position.hands == (size * size, size * size)
        assert position.to_move == 1


def test_the_last_bare_cell_is_legal_because_the_bottom_rises_with_it() -> None:
    walled = filled_board("B", {"c3": "", "b3": "BBB", "c2": "BBB", "c4": "BBB", "d3": "BBB"})
    position = set_up(walled)
    assert texts(position) == ["c3"]
    assert "c3" not in texts(play_out(position, "c3"))


def test_the_only_lowest_tower_may_grow() -> None:
    walled = filled_board("RB", {"c3": "B", "b3": "BBB", "c2": "BBB", "c4": "BBB", "d3": "BBB"})
    assert texts(set_up(walled)) == ["c3"]


def test_the_way_after_placing_may_not_lead_over_the_old_top() -> None:
    position = set_up({"a1": "B", "b1": "B", "b2": "BBB", "c1": "BBB"})
    assert refusal_of(position, "a1").words == (
        "With one more cube, a1 would be 2 high, and the way down would end at b1 (height 1): "
        "every neighbour is higher, or lower by 2 or more."
    )
    assert read(position, "b1") == ("b1",)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_legal_cells_are_those_that_pass_both_checks_one_by_one(size: int) -> None:
    random = Random(size)
    board = grid_of(size)
    for _ in range(60):
        lowest, highest = random.choice([(0, 1), (0, 2), (0, 4), (1, 3)])
        heights = [random.choice([lowest, random.randint(lowest, highest)]) for _ in board.cells]
        towers = {cell: "B" * height for cell, height in zip(board.cells, heights, strict=True)}
        levels = levels_of(board, heights)
        passing = [
            cell
            for cell, bit, height in zip(board.cells, board.bits, heights, strict=True)
            if leads_down(board, levels, bit)
            and leads_down(board, raised(levels, bit, height - min(heights)), bit)
        ]
        assert [move[0] for move in set_up(towers, size=size).moves()] == passing


# Forced placement.


def test_only_tops_of_the_same_colour_and_height_two_cells_away_make_a_pair() -> None:
    towers = {"c5": "RB", "a3": "RR", "e3": "B", "e5": "R", "a1": "R", "c2": "R"}
    assert set_up(towers).text(("c3",)) == "c3"


def test_the_cell_between_is_filled_even_where_it_completes_a_row() -> None:
    position = set_up({"b1": "R", "c1": "R"})
    assert position.text(("a1",)) == "a1+b1"
    assert tower(play_out(position, "a1"), "b1") == "RR"


def test_among_several_forced_cells_the_same_seat_chooses_in_a_move_of_its_own() -> None:
    position = play_out(FOUR_PAIRS, "c3")
    assert FOUR_PAIRS.text(("c3",)) == "c3"
    assert position.to_move == 1
    assert position.forced == ("b3", "c2", "c4", "d3")
    assert texts(position) == ["+b3", "+c2", "+c4", "+d3"]
    assert play_out(position, "+c4").to_move == 1


def test_a_pair_lapses_when_one_of_its_cubes_is_covered() -> None:
    position = play_out(FOUR_PAIRS, "c3", "+c4", "c2")
    assert texts(position) == ["+b3", "+c3", "+d3"]
    after = play_out(position, "+c3")
    assert after.to_move == 2
    assert (tower(after, "b3"), tower(after, "d3")) == ("", "")


def test_one_cube_discharges_every_pair_it_lies_between() -> None:
    position = play_out(set_up({"a3": "R", "c5": "R", "b5": "R", "d4": "R"}), "c3", "b3")
    after = play_out(position, "+b4")
    assert texts(position) == ["+b4+c4", "+c4+b4+c4"]
    assert tower(after, "c4") == "R"
    assert after.to_move == 2


def test_a_cell_can_be_forced_again_by_a_later_pair() -> None:
    position = play_out(set_up({"a3": "R", "c5": "R", "b5": "R", "d4": "R"}), "c3", "b3")
    assert tower(play_out(position, "+c4"), "c4") == "RR"


def test_an_existing_pair_forces_nothing() -> None:
    assert set_up({"a1": "R", "c1": "R"}).text(("e5",)) == "e5"


def test_each_filling_names_the_pairs_that_force_it() -> None:
    first, second, third = FORCED_CHAIN.placed_cubes(("c3",))
    assert (first.cell, first.forced, first.words) == ("c3", False, "c3")
    assert (second.cell, second.forced) == ("c4", True)
    assert second.words == "c4, forced: c3 and c5 are both red at height 1"
    assert third.words == "d4, forced: c4 and e4 are both red at height 1"


def test_a_filling_names_all_the_pairs_around_its_cell() -> None:
    position = play_out(set_up({"a3": "R", "c5": "R", "b5": "R", "d4": "R"}), "c3", "b3")
    chosen, follows = position.placed_cubes(("+b4",))
    assert [pair.cells for pair in chosen.forcing_pairs] == [("b3", "b5")]
    assert {pair.cells for pair in follows.forcing_pairs} == {("b4", "d4"), ("c3", "c5")}


# Running out.


def test_a_hand_that_runs_out_ends_its_chain() -> None:
    position = set_up({"c5": "R", "e4": "R"}, hands=(2, 5))
    after = play_out(position, "c3")
    assert position.text(("c3",)) == "c3+c4"
    assert after.hands == (0, 5)
    assert texts(after) == ["c3", "c4", "c5"]


def test_a_hand_that_runs_out_ends_its_choices() -> None:
    position = set_up({"a3": "R", "c5": "R", "e3": "R"}, hands=(3, 5))
    after = play_out(position, "c3", "+c4", "+b3")
    assert after.hands == (0, 5)
    assert after.to_move == 2
    assert after.forced == ()


def test_the_remaining_player_takes_turn_after_turn() -> None:
    after = play_out(BLUE_ALONE, "c3")
    assert after.to_move == 2
    assert after.hands == (0, 4)


def test_a_lone_player_builds_only_on_occupied_cells() -> None:
    assert texts(BLUE_ALONE) == ["c3", "c4", "c5"]


def test_a_lone_players_forced_cubes_still_go_on_bare_cells() -> None:
    position = set_up({"a1": "R", "a2": "R", "c1": "RB"}, hands=(0, 5), seat=2)
    assert position.text(("a1",)) == "a1+b1"


def test_a_seat_without_cubes_is_skipped() -> None:
    assert set_up({"c3": "R", "c4": "B"}, hands=(0, 5), seat=1).to_move == 2


# The end.


def test_the_match_ends_when_no_player_can_place() -> None:
    after = play_out(set_up({"c5": "R", "e3": "R"}, hands=(1, 5)), "c3")
    assert after.to_move is None
    assert after.outcome is not None
    assert (after.outcome.winners, after.outcome.scores) == ((1,), (3, 0))
    assert after.hands == (0, 5)


@pytest.mark.parametrize(
    ("towers", "winners", "reason", "words"),
    [
        (
            {"a1": "R", "c3": "R", "e5": "R", "d1": "RRRRB", "e1": "RB"},
            (1,),
            "tops",
            "Red has 3 top cubes, Blue 2.",
        ),
        (
            {"a1": "BBR", "b1": "R", "c1": "R", "d1": "RRB", "e1": "RB", "a2": "B"},
            (2,),
            "towers",
            "Both have 3 top cubes; at height 2, Blue has 1, Red 0.",
        ),
        (
            {"a1": "BBR", "b1": "RB"},
            (1,),
            "towers",
            "Both have 1 top cube; at height 3, Red has 1, Blue 0.",
        ),
        (
            {"a1": "R", "b1": "B"},
            (),
            "draw",
            "Both have 1 top cube, and the same number at every height.",
        ),
    ],
)
def test_most_tops_win_then_the_highest_towers(
    towers: dict[str, str], winners: tuple[int, ...], reason: str, words: str
) -> None:
    outcome = set_up(towers, hands=(0, 0)).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.words) == (winners, reason, words)


# The recorded positions.


def recorded_position(setup: dict[str, Any]) -> ScalasPosition:
    red, blue = setup["hands"]
    return ScalasPosition.set_up(setup["size"], setup["towers"], (red, blue), setup["seat"])


def assert_step(position: ScalasPosition, kind: str, value: Any) -> None:
    """Assert that a position agrees with one recorded step."""
    legal = texts(position)
    match kind:
        case "reads":
            typed, canonical = value
            assert position.text(read(position, typed)) == canonical
        case "rejects":
            assert refusal_of(position, value).words
        case "legal":
            assert sorted(legal) == sorted(value)
        case "has":
            assert set(value) <= set(legal)
        case "lacks":
            assert not set(value) & set(legal)
        case "starting":
            cell, expected = value
            assert [text for text in legal if text.split("+")[0] == cell] == expected
        case "cells":
            assert [move[0] for move in position.moves()] == value
        case "count":
            assert len(legal) == value
        case "sha":
            assert recorded.digest(legal) == value
        case "seat":
            assert position.to_move == value
        case "hands":
            assert list(position.hands) == value
        case "towers":
            assert {cell: tower(position, cell) for cell in value} == value
        case "result":
            outcome = position.outcome
            result = outcome and {
                "winners": list(outcome.winners),
                "scores": list(outcome.scores or ()),
            }
            assert result == value
        case _:
            pytest.fail(f"unknown kind of step: {kind}")


@pytest.mark.parametrize(
    "entry", [pytest.param(each, id=each["id"]) for each in recorded.positions("scalas")]
)
def test_a_recorded_position_is_as_recorded(entry: dict[str, Any]) -> None:
    position = recorded_position(entry["setup"])
    for step in entry["steps"]:
        for kind, value in step.items():
            if kind == "play":
                position = play_out(position, value)
            else:
                assert_step(position, kind, value)
