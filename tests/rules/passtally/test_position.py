"""The rules of Passtally: tiles, lines, markers, scoring and the end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rules.notation import complete, read
from rules.passtally.board import COPIES, KINDS, Crossing, Tiling, points
from rules.passtally.position import PasstallyPosition, TurnState
from rules.refusal import Refusal
from tests import recorded
from tests.rules.passtally.positions import (
    GAME,
    ROW_OF_THREE_PASSES,
    TWO_SEATS,
    after,
    start,
    texts,
    three_seats,
    two_seats,
)


def lines_of(board: Tiling) -> dict[tuple[str, str], int]:
    """The passes of each line, by its two spots in both orders."""
    return {
        ends: line.passes
        for line in board.lines()
        for ends in ((line.start, line.end), (line.end, line.start))
    }


# Positions set up by hand


def set_up(case: Mapping[str, Any]) -> PasstallyPosition:
    if "start" in case:
        return after(GAME.start(case["start"]), *case.get("moves", ()))
    setup = dict(case["setup"])
    last_round = setup.pop("last_round", False)
    turn = {key: setup.pop(key) for key in ("seat", "actions_left", "round") if key in setup}
    position = PasstallyPosition.set_up(**setup, turn=TurnState(**turn))
    assert position.last_round >= last_round
    return position


def carry_out(position: PasstallyPosition, kind: str, value: Any) -> PasstallyPosition:
    """Check or play a step of a recorded position, and return the position after it."""
    legal = texts(position)
    match kind:
        case "play":
            return after(position, value)
        case "reads":
            assert position.text(read(position, value[0])) == value[1]
        case "rejects":
            with pytest.raises(Refusal):
                read(position, value)
        case "legal":
            assert sorted(legal) == sorted(value)
        case "has":
            assert set(value) <= legal
        case "lacks":
            assert not set(value) & legal
        case "starting":
            first, expected = value
            assert {text for text in legal if text.split("-")[0] == first} == set(expected)
        case "tile_texts":
            assert {text for text in legal if ":" in text} == set(value)
        case "marker_texts":
            assert {text for text in legal if ":" not in text} == set(value)
        case "count":
            assert len(position.moves()) == value
        case "sha":
            assert recorded.digest(legal) == value
        case "seat":
            assert position.to_move == value
        case "scores":
            assert list(position.scores) == value
        case "actions_left":
            assert position.actions_left == value
        case "passes":
            assert [position.passes(seat) for seat in range(1, position.players + 1)] == value
        case "lines":
            actual = lines_of(position.board)
            assert [[one, other, actual.get((one, other))] for one, other, _ in value] == value
        case "result":
            outcome = position.outcome
            actual = outcome and {
                "winners": [*outcome.winners],
                "scores": [*(outcome.scores or ())],
            }
            assert actual == value
        case _:
            raise AssertionError(f"{kind} is not known")
    return position


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["id"]) for case in recorded.positions("passtally")]
)
def test_a_position_set_up_by_hand_continues_as_recorded(case: dict[str, Any]) -> None:
    position = set_up(case)
    for step in case["steps"]:
        for kind, value in step.items():
            position = carry_out(position, kind, value)
            assert GAME.decode(position.encode()) == position


# Set-up


def test_the_deal_is_three_piles_of_fourteen_and_seven_of_each_kind() -> None:
    deal = GAME.deal({"players": 3}, Random(5))
    assert deal["players"] == 3
    assert [len(pile) for pile in deal["deck"]] == [14, 14, 14]
    tiles = [kind for pile in deal["deck"] for kind in pile]
    assert {kind: tiles.count(kind) for kind in KINDS} == dict.fromkeys(KINDS, COPIES)
    assert deal == GAME.deal({"players": 3}, Random(5))
    assert deal["deck"] != GAME.deal({"players": 3}, Random(6))["deck"]


@pytest.mark.parametrize(
    ("players", "order"), [(2, [1, 2, 2, 1, 1, 2, 2, 1]), (3, [1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1])]
)
def test_markers_are_placed_forth_and_back_and_each_seat_gets_one_on_each_side(
    players: int, order: list[int]
) -> None:
    position = start(players)
    seats: list[int | None] = []
    random = Random(players)
    while position.placing_markers:
        seats.append(position.to_move)
        position = position.play(random.choice(position.moves()))
    assert seats == order
    for seat in range(1, players + 1):
        sides = [spot[0] for spot, owner in position.markers.items() if owner == seat]
        assert sorted(sides) == ["E", "N", "S", "W"]
    assert (position.to_move, position.actions_left, position.round) == (1, 2, 1)


def test_the_second_placement_round_is_opposite_and_the_third_chooses_again() -> None:
    position = after(start(), "E2", "E6")
    assert position.open_sides == "W"
    position = after(position, "W1", "W2")
    assert position.open_sides == "NS"
    position = after(position, "S4")
    assert position.open_sides == "S"
    assert texts(position) == {"S1", "S2", "S3", "S5", "S6"}


# Tiles and lines


def test_a_bare_board_has_straight_lines_without_points() -> None:
    lines = Tiling.bare().lines()
    assert {(line.start, line.end) for line in lines} == {
        *((f"N{number}", f"S{7 - number}") for number in range(1, 7)),
        *((f"E{number}", f"W{7 - number}") for number in range(1, 7)),
    }
    assert {line.passes for line in lines} == {0}


@pytest.mark.parametrize(
    ("kind", "joined"),
    [
        ("XX", "L-R T1-B1 T2-B2"),
        ("XA", "L-B2 T1-B1 T2-R"),
        ("XB", "L-T2 T1-B1 B2-R"),
        ("AA", "L-B1 T1-B2 T2-R"),
        ("BB", "L-T1 B1-T2 B2-R"),
        ("AB", "L-B1 T1-T2 B2-R"),
    ],
)
@pytest.mark.parametrize(
    ("cells", "spots"),
    [
        ("c3-d3", {"L": "W3", "R": "E4", "T1": "N3", "T2": "N4", "B1": "S4", "B2": "S3"}),
        ("d3-c3", {"L": "E4", "R": "W3", "T1": "S3", "T2": "S4", "B1": "N4", "B2": "N3"}),
        ("c4-c3", {"L": "N3", "R": "S4", "T1": "E3", "T2": "E4", "B1": "W4", "B2": "W3"}),
        ("c3-c4", {"L": "S4", "R": "N3", "T1": "W3", "T2": "W4", "B1": "E4", "B2": "E3"}),
    ],
)
def test_each_kind_joins_the_ends_of_its_table_however_it_is_turned(
    kind: str, joined: str, cells: str, spots: dict[str, str]
) -> None:
    lines = lines_of(Tiling.of([f"{kind}:{cells}"]))
    for pair in joined.split():
        one, other = pair.split("-")
        assert lines[spots[one], spots[other]] == 1


def test_running_through_both_halves_of_one_tile_is_one_passage() -> None:
    one_tile = Tiling.of(["XX:c3-d3"])
    two_tiles = Tiling.of(["XX:c3-c4", "XX:d3-d4"])
    assert lines_of(one_tile)["W3", "E4"] == 1
    assert lines_of(two_tiles)["W3", "E4"] == 2


def test_a_bare_cell_ends_a_passage_and_coming_back_counts_again() -> None:
    board = Tiling.of(["XX:c3-d3", "AB:c1-d1"])
    line = next(line for line in board.lines() if line.start == "N3")
    assert (line.end, line.passes) == ("N4", 3)
    assert [crossing.cell for crossing in line.path[3:9]] == ["c3", "c2", "c1", "d1", "d2", "d3"]


def test_a_half_of_a_tile_whose_other_half_is_covered_still_counts_its_height() -> None:
    board = Tiling.of(ROW_OF_THREE_PASSES)
    assert [board.cell(name).height for name in ("b3", "c3", "d3", "e3", "f3")] == [0, 1, 2, 2, 1]
    assert lines_of(board)["W3", "E4"] == 1 + 2 + 1


def test_crossing_a_cell_twice_counts_twice() -> None:
    board = Tiling.of(["XX:b4-c4", "XB:e4-d4", "AB:d5-c5"])
    line = next(line for line in board.lines() if line.end == "W4")
    cells = [crossing.cell for crossing in reversed(line.path)]
    assert cells == ["a4", "b4", "c4", "d4", "d5", "c5", "c4", "c3", "c2", "c1"]
    assert (line.start, line.passes) == ("S4", 4)


def test_a_closed_loop_leaves_twelve_lines_around_it() -> None:
    board = Tiling.of(["AB:c3-d3", "AB:d4-c4"])
    assert len(board.lines()) == 12
    inside = {("c3", "N"), ("c3", "E"), ("d3", "N"), ("d3", "W"), ("d4", "W"), ("c4", "S")}
    walked = {(step.cell, step.enters) for line in board.lines() for step in line.path}
    assert not walked & inside


def test_a_path_lists_the_sides_where_a_line_enters_and_leaves() -> None:
    line = next(line for line in Tiling.of(["AB:c3-d3"]).lines() if line.start == "N3")
    assert line.path == (
        Crossing("c6", "N", "S"),
        Crossing("c5", "N", "S"),
        Crossing("c4", "N", "S"),
        Crossing("c3", "N", "E"),
        Crossing("d3", "W", "N"),
        Crossing("d4", "S", "N"),
        Crossing("d5", "S", "N"),
        Crossing("d6", "S", "N"),
    )
    assert (line.end, line.passes) == ("N4", 1)


def test_a_cell_has_a_height_a_half_a_kind_and_the_other_half() -> None:
    board = Tiling.of(["XA:c3-c2", "XX:d3-d2", "XB:c3-d3"])
    top, below, bare = board.cell("c3"), board.cell("c2"), board.cell("a1")
    assert (top.height, top.half, top.tile, top.kind, top.other_half) == (2, "X", 3, "XB", "d3")
    assert (below.height, below.half, below.tile, below.kind) == (1, "B", 1, "XA")
    assert below.other_half is None
    assert (bare.height, bare.half, bare.tile) == (0, "X", 0)
    assert (bare.kind, bare.other_half) == (None, None)


# Actions


def test_a_tile_needs_equal_heights_and_two_different_tiles_below() -> None:
    position = two_seats(["XX:a1-b1", "XX:a2-b2", "XX:a1-a2"])
    legal = texts(position)
    assert "1:b1-b2" in legal
    assert not {"1:a1-a2", "1:a1-b1", "1:a2-a3", "1:b1-c1"} & legal


def test_three_kinds_have_two_orientations_and_three_have_four() -> None:
    position = two_seats()
    assert sum(text.startswith("1:") for text in texts(position)) == 60
    assert sum(text.startswith("2:") for text in texts(position)) == 120


def test_the_next_tile_of_a_pile_may_be_used_by_the_second_action() -> None:
    position = after(two_seats(), "1:a1-b1")
    assert (position.to_move, position.actions_left) == (1, 1)
    assert position.face_up == ("XA", "XA", "AB")
    assert position.tiles_left == (1, 2, 2)
    assert "1:d1-c1" in texts(position)


def test_a_marker_jumps_occupied_spots_at_no_cost_around_the_corner() -> None:
    position = two_seats(markers={"W6": 1, "N1": 2, "N2": 1, "W4": 2})
    assert {text for text in texts(position) if text.startswith("W6")} == {
        "W6-N3",
        "W6-N4",
        "W6-W5",
        "W6-W3",
    }


def test_a_move_grows_step_by_step() -> None:
    position = two_seats()
    assert complete(position, ()).steps == ("1", "2", "3", "E3", "N3", "S3", "W3")
    assert complete(position, ("2", "c3")).steps == ("b3", "c2", "c4", "d3")
    assert complete(position, ("1", "c3")).steps == ("c4", "d3")
    assert complete(position, ("N3",)).steps == ("N1", "N2", "N4", "N6")


# Scoring


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 0, 0),
        (1, 1, 1),
        (2, 3, 2),
        (4, 6, 3),
        (7, 10, 4),
        (11, 15, 5),
        (16, 21, 6),
        (22, 28, 7),
        (29, 36, 8),
        (37, 45, 9),
        (46, 55, 10),
        (56, 500, 15),
    ],
)
def test_passes_give_the_points_of_the_score_board(least: int, most: int, expected: int) -> None:
    assert {points(passes) for passes in range(least, most + 1)} == {expected}


def test_a_line_over_heights_one_one_two_one_is_five_passes() -> None:
    board = Tiling.of(
        ["XX:a3-a4", "XX:b3-b4", "XX:c3-c4", "XX:c2-d2", "XX:d3-d4", "XX:c3-d3", "XX:e3-f3"]
    )
    lines = lines_of(board)
    assert (lines["W3", "E4"], lines["W4", "E3"]) == (5, 4)


def test_both_lines_are_added_before_they_are_converted() -> None:
    markers = {**TWO_SEATS, "W3": 1, "E4": 1, "W4": 1, "E3": 1}
    del markers["N3"], markers["S3"]
    laid = ["XX:a3-a4", "XX:b3-b4", "XX:c3-c4", "XX:c2-d2", "XX:d3-d4", "XX:c3-d3", "XX:e3-f3"]
    position = two_seats(laid, markers=markers)
    assert position.passes(1) == 9
    assert after(position, "1:a1-b1", "1:b5-a5").scores == (4, 0)


def test_only_the_seat_in_turn_scores_and_only_at_the_end_of_its_turn() -> None:
    markers = {"W3": 2, "E4": 2, "N1": 1, "S1": 1}
    position = two_seats(ROW_OF_THREE_PASSES, markers=markers)
    position = after(position, "N1-N2", "N2-N1")
    assert position.scores == (0, 0)
    position = after(position, "1:a1-b1")
    assert position.scores == (0, 0)
    assert after(position, "2:a5-b5").scores == (0, 3)


# The end


def scoring_row_of(seat: int) -> dict[str, int]:
    """Markers with which this seat scores 3 points a turn over `ROW_OF_THREE_PASSES`."""
    other = 3 - seat
    return {"W3": seat, "E4": seat, "N1": seat, "S1": seat, "N2": other, "W1": other}


def test_fifty_points_finish_the_round_and_then_the_match() -> None:
    piles = [["XX"] * 4] * 3
    position = two_seats(ROW_OF_THREE_PASSES, piles, scoring_row_of(1), scores=(47, 3))
    assert not position.last_round
    position = after(position, "1:a1-b1", "1:a5-b5")
    assert (position.scores, position.to_move, position.last_round) == ((50, 3), 2, True)
    position = after(position, "N2-N3", "N3-N2")
    assert position.outcome is not None
    assert (position.outcome.winners, position.outcome.reason) == ((1,), "fifty")
    assert position.outcome.words == (
        "50 points were reached and the last round is complete: Amber 50, Teal 3."
    )


def test_a_used_up_pile_gives_the_later_seats_their_last_turn() -> None:
    position = three_seats(piles=[["XX"], ["XX"] * 3, ["XX"] * 3], seat=2)
    position = after(position, "1:a1-b1")
    assert (position.to_move, position.last_round, position.face_up[0]) == (2, True, None)
    position = after(position, "N5-N4")
    assert position.to_move == 3
    position = after(position, "N1-N2", "N2-N1")
    assert position.outcome is not None
    assert position.outcome.reason == "pile_used_up"
    assert position.moves() == ()


def test_the_match_ends_at_once_if_the_last_seat_uses_up_a_pile() -> None:
    position = two_seats(piles=[["XX"], ["XX"] * 3, ["XX"] * 3], seat=2)
    assert after(position, "1:a1-b1").to_move == 2
    assert after(position, "1:a1-b1", "2:a2-b2").ended == "pile_used_up"


def test_all_piles_used_up_end_the_match_at_once_and_the_turn_is_scored() -> None:
    position = two_seats(ROW_OF_THREE_PASSES, [[], ["XX"], []], scoring_row_of(1), scores=(5, 4))
    position = after(position, "2:a1-b1")
    assert (position.to_move, position.scores, position.ended) == (None, (8, 4), "piles_used_up")


def test_on_equal_points_the_earlier_seat_wins_and_the_text_says_why() -> None:
    position = two_seats(
        ROW_OF_THREE_PASSES, [[], ["XX"], []], scoring_row_of(2), scores=(7, 4), seat=2
    )
    outcome = after(position, "2:a1-b1").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1,), (7, 7))
    assert outcome.words == (
        "All three piles are used up: Amber 7, Teal 7. "
        "Amber ties with Teal, but is earlier in turn order."
    )


WALK = ("N3-N4", "N4-N3", "N5-N6", "N6-N5")
"""A round without a tile."""


def test_the_tenth_round_in_a_row_without_a_tile_ends_the_match() -> None:
    position = two_seats(scores=(4, 7))
    for number in range(1, 11):
        assert (position.round, position.rounds_without_tile) == (number, number)
        assert position.ended is None
        position = after(position, *WALK)
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores) == ((2,), "no_tile", (4, 7))
    assert outcome.words == "Nobody laid a tile in 10 rounds in a row: Amber 4, Teal 7."
    assert (position.to_move, position.actions_left, position.moves()) == (None, 0, ())
    assert not position.is_mid_turn


def test_the_match_goes_on_within_the_tenth_round() -> None:
    position = after(two_seats(), *WALK * 9, *WALK[:3])
    assert (position.to_move, position.is_mid_turn) == (2, True)
    assert after(position, "N6-N5").ended == "no_tile"


def test_a_tile_in_any_turn_of_a_round_restarts_the_count() -> None:
    position = after(two_seats(), *WALK * 9, "N3-N4", "1:a1-b1", "N5-N6", "N6-N5")
    assert (position.ended, position.round, position.rounds_without_tile) == (None, 11, 1)
    walked = after(position, "N4-N3", "N3-N4", *WALK[2:])
    assert (walked.ended, walked.rounds_without_tile) == (None, 2)


def test_the_rounds_in_which_markers_are_placed_do_not_count() -> None:
    position = start()
    while position.placing_markers:
        position = position.play(position.moves()[0])
    assert (position.round, position.rounds_without_tile) == (1, 1)


def test_a_seat_that_leaves_can_complete_the_tenth_round() -> None:
    walk = (*WALK, "N1-N2", "N2-N1")
    position = after(three_seats(), *walk * 9, *WALK)
    assert position.to_move == 3
    assert position.without(3).ended == "no_tile"


def test_fifty_points_in_the_tenth_round_are_the_reason_for_the_end() -> None:
    position = after(two_seats(scores=(50, 0), round=10, rounds_without_tile=10), *WALK)
    assert position.ended == "fifty"


# Within a turn


def test_a_marker_may_be_taken_back_but_a_tile_never() -> None:
    position = two_seats(piles=[["XX"], ["XX", "XA"], ["XX"]])
    for text, may_be in (("N3-N4", True), ("1:c3-d3", False), ("2:c3-d3", False)):
        assert position.may_be_taken_back(read(position, text)) == may_be
    assert start().may_be_taken_back(("N3",))


def test_a_position_asks_for_the_next_step() -> None:
    position = two_seats()
    assert position.input.prompt(("1", "c3")) == "Choose the cell of the second half"
    assert position.input.prompt(("1", "c3", "d3")) == "The move is complete"
    assert (
        position.input.prompt(("N3", "N4"))
        == start().input.prompt(("N3",))
        == "The move is complete"
    )
    assert two_seats(piles=[[], [], []]).input.prompt(()) == "The match is over"
