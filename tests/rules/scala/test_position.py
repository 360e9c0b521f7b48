"""The rules of Scala: legal turns, removals and the end."""

from __future__ import annotations

from typing import Any

import pytest

from rules.notation import read, suggest
from rules.refusal import Refusal
from rules.scala.board import (
    CELLS,
    FIRST_CELLS,
    GOALS,
    HOLE,
    QUIET_TURNS,
    ROW_LENGTHS,
    column_and_row,
)
from rules.scala.game import START, Scala
from rules.scala.position import ScalaPosition
from tests import recorded
from tests.rules.scala.positions import after, drawn, standing, texts

SAMPLE_AFTER_TURN_10 = """
    14           .
    13         . . .
    12       . . X . .
    11     . . O O . . .
    10   . . O X O O . . .
    09 . . . . X . O X . . .
    08 . . . .       X X X .
    07 . . . .       O . O .
    06 . . O . O . O O O X .
    05   . . X O X X . . .
    04     . . . X . . .
    03       . . . . .
    02         . . .
    01           .
"""

THROUGH_THE_GOAL = standing("d12", "e13 f12 g13")
WITHOUT_A_TURN = standing("f2", "d4 e2 e3 f3 f4 g2 g3 h4")
THERE_AND_BACK = ("f5-f4", "f10-f11", "f4-f5", "f11-f10")


def ends_from(position: ScalaPosition, start: str) -> tuple[str, ...]:
    return tuple(end for origin, end in position.moves() if origin == start)


def start() -> ScalaPosition:
    return Scala().start({})


def with_quiet_turns(position: ScalaPosition, turns: int) -> ScalaPosition:
    """The position with a history of this many more turns without a removal."""
    past = tuple((number, 0) for number in range(turns))
    return ScalaPosition(position.seat, past + position.history)


@pytest.mark.parametrize(
    "entry", [pytest.param(each, id=each["name"]) for each in recorded.positions("scala")]
)
def test_a_recorded_position_has_the_recorded_turns_and_results(entry: dict[str, Any]) -> None:
    position = ScalaPosition.set_up(entry["stones"]["1"], entry["stones"]["2"], entry["seat"])
    assert sorted(texts(position)) == entry["legal"]
    for text in entry["illegal"]:
        with pytest.raises(Refusal):
            read(position, text)
    result = entry["result"]
    assert (position.outcome is None) == (result is None)
    for following in entry["after"]:
        reached = after(position, following["move"])
        stones = {"1": list(reached.stones(1)), "2": list(reached.stones(2))}
        assert stones == following["stones"]
        winners = list(reached.outcome.winners) if reached.outcome else None
        assert winners == (following["result"] and following["result"]["winners"])


def test_the_board_has_88_cells_around_a_hole() -> None:
    assert len(CELLS) == 88
    assert list(CELLS) == sorted(CELLS)
    in_rows = [0] * 14
    for cell in (*CELLS, *HOLE):
        column, row = column_and_row(cell)
        in_rows[row - 1] += 1
        assert abs(column - 6) <= ROW_LENGTHS[row - 1] // 2
    assert tuple(in_rows) == ROW_LENGTHS
    assert not set(HOLE) & set(CELLS)


def test_o_starts_with_62_turns() -> None:
    position = start()
    assert position.to_move == 1
    assert (position.stones(1), position.stones(2)) == START
    assert len(position.moves()) == 62
    assert GOALS == {1: FIRST_CELLS[2], 2: FIRST_CELLS[1]} == {1: "f14", 2: "f1"}


def test_the_sample_game_goes_on_where_its_misprint_is_removed() -> None:
    position = drawn(SAMPLE_AFTER_TURN_10)
    with pytest.raises(Refusal) as refusal:
        read(position, "g6-i8")
    assert refusal.value.code == "occupied"
    without_i8 = [cell for cell in position.stones(2) if cell != "i8"]
    position = ScalaPosition.set_up(position.stones(1), without_i8)
    assert position.text(read(position, "g6-i8")) == "g6-i8"


def test_check_position_a() -> None:
    o, x = "g5 g6 h4 h5 h8 j5 j7", "f4 f5 f6 h7 i6 i8"
    of_o, of_x = standing(o, x), standing(o, x, seat=2)
    for text in ("h8-h9", "g6-e6", "g6-e4", "h4-h6", "h5-h6"):
        assert read(of_o, text) in of_o.moves()
    for text in ("i8-k6-i4-g4", "f5-f3"):
        assert read(of_x, text) in of_x.moves()


def test_check_position_b() -> None:
    position = standing("g5 h5 h7 i5 i6", "f5 g4 h8 i7 i8")
    assert position.captures(("h5", "j5")) == ("f5", "g4", "g5")


def test_check_position_c() -> None:
    o, x = "e5 g5 g6 h8 j5 j7", "f4 f5 f6 h7 i6 i8"
    of_x, of_o = standing(o, x, seat=2), standing(o, x)
    for position, illegal in (
        (of_x, ("h7-h9", "h7-i7", "h7-j9")),
        (of_o, ("g6-e4", "g6-e6", "g6-g4")),
    ):
        for text in illegal:
            with pytest.raises(Refusal) as refusal:
                read(position, text)
            assert refusal.value.code == "tie"
            assert "two groups with both colours would tie at 6 stones" in refusal.value.words
    assert ("h7", "h6") in of_x.moves()
    assert ("g6", "h5") in of_o.moves()
    assert ("g6", "h6") in of_o.moves()


def test_a_stone_jumps_friend_and_foe_in_one_chain() -> None:
    position = standing("c5 d5", "e6 f5")
    assert position.chain(("c5", "e5")) == ("c5", "e5")
    assert position.chain(("c5", "g5")) == ("c5", "e5", "g5")


def test_a_chain_never_ends_where_it_started() -> None:
    round_trip = standing("d4", "d5 e4 e6 f5")
    assert " ".join(ends_from(round_trip, "d4")) == "c4 c5 d3 d6 e3 e5 f4 f6"


def test_a_chain_may_pass_over_the_goal_and_wins_only_there() -> None:
    won = after(THROUGH_THE_GOAL, "d12-f14")
    assert won.outcome is not None
    assert (won.outcome.winners, won.outcome.reason) == ((1,), "goal")
    assert won.to_move is None
    assert not won.moves()
    passed = after(THROUGH_THE_GOAL, "d12-f14-h12")
    assert passed.outcome is None


def test_a_stone_never_enters_its_own_first_cell_even_in_a_chain() -> None:
    o = standing("d3", "e2 f3 g2")
    assert ends_from(o, "d3") == ("e3", "e4")
    x = standing("e2 f3 g2", "d3", seat=2)
    assert ends_from(x, "d3") == ("e3", "e4", "f1", "h3")


def test_a_stone_cut_off_on_the_goal_is_removed_and_does_not_win() -> None:
    position = standing("f10 f12 f13", "f11")
    reached = after(position, "f12-f14(:f13 f14)")
    assert reached.outcome is None
    assert reached.stones(1) == ("f10",)


def test_the_larger_mixed_group_survives_whoever_moves() -> None:
    position = standing("e5 f5 g5", "d5 h5")
    assert position.captures(("f5", "g4")) == ("d5", "e5")
    assert position.captures(("f5", "e4")) == ("g5", "h5")


def test_only_a_tie_for_the_largest_mixed_group_is_illegal() -> None:
    smaller_ones_tie = standing("e3 f4 g3", "d3 d4 f5 h3")
    assert smaller_ones_tie.captures(("f4", "f6")) == ("f5", "f6", "g3", "h3")
    all_tie = standing("e3 f4 g3", "d3 f5 h3")
    assert ("f4", "f6") not in all_tie.moves()


def test_a_lone_stone_must_stay_with_the_other_colour() -> None:
    position = standing("d12", "e13 f12 g13")
    assert ends_from(position, "d12") == ("e11", "e12", "f14", "h12")


def test_a_player_without_a_legal_turn_loses() -> None:
    outcome = WITHOUT_A_TURN.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((2,), "no_move")


@pytest.mark.parametrize(
    ("seat", "words"), [(1, "O has no legal move."), (2, "X has no legal move.")]
)
def test_the_text_of_the_end_names_the_seat_without_a_turn(seat: int, words: str) -> None:
    outcome = standing("e3 f3", "e10 f10", seat).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.words) == ((3 - seat,), words)


def test_the_third_occurrence_is_a_draw_and_the_start_counts() -> None:
    twice = after(start(), *THERE_AND_BACK)
    assert (twice.occurrences, twice.outcome) == (2, None)
    almost = after(twice, *THERE_AND_BACK[:3])
    assert almost.outcome is None
    drawn_game = after(almost, THERE_AND_BACK[3])
    assert drawn_game.outcome is not None
    assert (drawn_game.outcome.winners, drawn_game.outcome.reason) == ((), "repetition")


def test_the_same_stones_with_the_other_player_to_move_are_another_position() -> None:
    position = after(start(), "f5-f4", "f10-f11", "f4-g4", "f11-f10", "g4-f5")
    assert (position.stones(1), position.stones(2)) == START
    assert (position.to_move, position.occurrences) == (2, 1)


def test_a_removal_restarts_the_counts() -> None:
    position = after(start(), *THERE_AND_BACK)
    assert position.quiet_turns == 4
    position = after(position, "c6-b5(:b5)")
    assert (position.quiet_turns, position.occurrences) == (0, 1)


def test_a_hundred_turns_without_a_removal_are_a_draw() -> None:
    position = start()
    while position.outcome is None:
        following = (position.play(move) for move in position.moves())
        position = next(
            each
            for each in following
            if each.quiet_turns == position.quiet_turns + 1
            and each.occurrences == 1
            and (each.quiet_turns == QUIET_TURNS or each.outcome is None)
        )
    assert position.quiet_turns == QUIET_TURNS
    assert (position.outcome.winners, position.outcome.reason) == ((), "quiet")


def test_the_goal_counts_before_the_hundred_turns() -> None:
    position = with_quiet_turns(THROUGH_THE_GOAL, QUIET_TURNS - 1)
    won = after(position, "d12-f14").outcome
    assert won is not None
    assert won.reason == "goal"
    quiet = after(position, "d12-f14-h12").outcome
    assert quiet is not None
    assert quiet.reason == "quiet"


def test_having_no_legal_turn_counts_before_repetition_and_the_hundred_turns() -> None:
    outcome = with_quiet_turns(WITHOUT_A_TURN, QUIET_TURNS).outcome
    assert outcome is not None
    assert outcome.reason == "no_move"


def test_repetition_counts_before_the_hundred_turns() -> None:
    position = after(start(), *THERE_AND_BACK, *THERE_AND_BACK)
    outcome = with_quiet_turns(position, QUIET_TURNS - 8).outcome
    assert outcome is not None
    assert outcome.reason == "repetition"


def test_the_list_of_turns_contains_no_other_texts() -> None:
    turns = start().moves()
    for stranger in (("f5",), ("f5", "j7", "j7"), ("z9", "a1"), ("f5", "z9"), "f5", None):
        assert stranger not in turns


@pytest.mark.parametrize(
    ("o", "x", "seat"),
    [
        ("e5", "e5", 1),
        ("e5 e5", "e6", 1),
        ("e5", "f7", 1),
        ("e5", "e8", 1),
        ("e5 e6", "", 1),
        ("", "", 1),
        ("e5", "e6", 3),
    ],
)
def test_an_invalid_set_of_stones_is_refused(o: str, x: str, seat: int) -> None:
    with pytest.raises(ValueError):
        standing(o, x, seat)


def test_a_position_may_be_set_up_in_several_groups() -> None:
    position = standing("c5 f5", "d5 h5 i5")
    assert texts(position) == [
        "c5-c4(:f5 h5 i5)",
        "c5-c6(:f5 h5 i5)",
        "c5-d4(:f5 h5 i5)",
        "c5-d6(:f5 h5 i5)",
        "c5-e5(:h5 i5)",
        "c5-e5-g5(:d5)",
        "f5-e4(:h5 i5)",
        "f5-e5(:h5 i5)",
        "f5-e6(:h5 i5)",
        "f5-f4(:f4 h5 i5)",
        "f5-f6(:f6 h5 i5)",
        "f5-g4(:c5 d5)",
        "f5-g5(:c5 d5)",
        "f5-g6(:c5 d5)",
    ]
    assert after(position, "f5-g5").stones(1) == ("g5",)


def test_a_player_unable_to_connect_two_colours_has_no_legal_turn() -> None:
    outcome = standing("e3 f3", "e10 f10").outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((2,), "no_move")


def test_the_encoding_carries_what_may_be_repeated() -> None:
    position = after(start(), *THERE_AND_BACK, *THERE_AND_BACK[:3])
    assert position.encode().endswith("/3/1 O " + " ".join(THERE_AND_BACK + THERE_AND_BACK[:3]))
    again = Scala().decode(position.encode())
    assert again == position
    assert after(again, THERE_AND_BACK[3]).outcome == after(position, THERE_AND_BACK[3]).outcome


def test_the_encoding_of_a_removal_begins_there() -> None:
    position = after(start(), "c6-b5(:b5)")
    assert position.encode() == "1/3/5/7/3XXX3/2XXXXXXX2/2XXXX2/2OOOO2/3OOOOOO2/3OOO3/7/5/3/1 X"


BOARD = "1/3/5/7/3XXX3/2XXXXXXX2/2XXXX2/2OOOO2/2OOOOOOO2/3OOO3/7/5/3/1"


@pytest.mark.parametrize(
    "text",
    [
        "",
        BOARD,
        f"{BOARD} O ",
        f"{BOARD} Z",
        f"{BOARD}/1 O",
        f"{BOARD} O f5-j8",
        f"{BOARD} O f5-h5-j7",
        f"{BOARD} O c6-b5",
        f"{BOARD} O F5-J7",
        f"{BOARD} X f5-j7",
        BOARD.replace("/7/5", "/43/5") + " O",
        BOARD.replace("/7/5", "/6/5") + " O",
        BOARD.replace("/7/5", "/99999/5") + " O",
        BOARD.replace("X", "O") + " O",
        BOARD.replace("/7/5", "/07/5") + " O",
    ],
)
def test_decoding_anything_but_a_position_raises_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        Scala().decode(text)


def test_no_example_costs_its_player_a_stone() -> None:
    offered = 0
    for match in recorded.matches("scala"):
        position = start()
        for turn in match["turns"]:
            (first,) = suggest(position, "")[:1]
            after_it = position.play(first)
            assert len(after_it.stones(position.seat)) == len(position.stones(position.seat))
            offered += not all(map(position.input.is_harmless, position.moves()))
            position = position.play(read(position, turn["move"]))
    assert offered > 0


def test_the_examples_of_a_refusal_are_harmless() -> None:
    position = start()
    for turn in recorded.matches("scala")[0]["turns"]:
        with pytest.raises(Refusal) as refusal:
            read(position, "nonsense")
        for text in refusal.value.words.partition("like ")[2].strip(".").split(" or "):
            for each in text.split(", "):
                assert position.input.is_harmless(read(position, each)), each
        position = position.play(read(position, turn["move"]))
