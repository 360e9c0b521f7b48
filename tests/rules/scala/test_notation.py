"""The notation of Scala: written and typed turns, and refusals."""

from __future__ import annotations

import pytest

from rules.notation import read
from rules.refusal import Refusal
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition
from tests.rules.scala.positions import after, standing

START = Scala().start({})
X_AT_THE_START = after(START, "f5-f4")
ROUND_TRIP = standing("d4", "d5 e4 e6 f5")
TWO_WAYS = standing("b8", "c8 c9 d9 e10 e9")
TWO_REMOVED = standing("c9 d8", "b10 b9 e9")
A_ROW_REMOVED = standing("d8 f9", "b8 c8 e9")
BY_THE_FIRST_CELL = standing("d3", "e2 f3 g2")
TIE = standing("e3 f4 g3", "d3 f5 h3")
A_STEP_BEFORE_A_CAPTURE = after(START, "i7-j8", "i9-k7")
THROUGH_THE_GOAL = standing("d12", "e13 f12 g13")
BY_THE_HOLE = standing("d7 d8 f9", "c8 d9 e9")
STUCK = standing("f2 d5", "d4 e2 e3 f3 f4 g2 g3 h4")


def test_a_shortest_chain_is_written() -> None:
    assert START.text(("f5", "j7")) == "f5-h5-j7"


def test_of_shortest_chains_the_first_in_character_order_is_written() -> None:
    assert TWO_WAYS.text(("b8", "f10")) == "b8-d10-f10"


def test_removed_stones_are_written_in_text_order() -> None:
    assert TWO_REMOVED.text(("c9", "d9")) == "c9-d9(:b10 b9)"


def test_a_moved_stone_that_is_cut_off_is_among_the_removed() -> None:
    assert START.text(("c6", "b5")) == "c6-b5(:b5)"


@pytest.mark.parametrize(
    "text",
    [
        "f5-h5-j7",
        "f5-d5-f5-h5-j7",
        "f5-j7",
        "F5-J7",
        "f5 h5 j7",
        "f5,j7",
        "f5, j7",
        "f5h5j7",
        "f5j7",
        "f5–j7",
        "f5-j7(:)",
        "f5-h5-j7 (: )",
        " f5-j7- ",
    ],
)
def test_a_turn_is_read_with_any_separators(text: str) -> None:
    assert read(START, text) == ("f5", "j7")


@pytest.mark.parametrize(
    "text",
    [
        "d8-f10(:b8 c8)",
        "d8-f10(:bc8)",
        "d8-f10(:cb8)",
        "d8-f10(:b8c8)",
        "d8-f10(:c8,b8)",
        "d8-f10(:b8-c8)",
        "D8-F10 (: B8, C8)",
        "d8f10(:bc8)",
        "d8-f10",
    ],
)
def test_the_removed_stones_are_read_in_every_form(text: str) -> None:
    assert read(A_ROW_REMOVED, text) == ("d8", "f10")


def test_the_older_form_of_removed_stones_may_be_mixed_with_the_newer() -> None:
    position = standing("f10 f12 f13", "f11")
    assert read(position, "f12-e13(:ef13)") == read(position, "f12-e13(:e13 f13)")
    three_rows = standing("e3 f4 g3", "d3 d4 f5 h3")
    assert read(three_rows, "f4-f6(:gh3 f5 f6)") == ("f4", "f6")


@pytest.mark.parametrize("text", ["b8-d10-f10", "b8-d8-f10", "b8-f10"])
def test_any_legal_chain_is_read(text: str) -> None:
    assert read(TWO_WAYS, text) == ("b8", "f10")


def test_a_chain_may_pass_its_start_which_is_empty() -> None:
    assert read(ROUND_TRIP, "d4-f4-f6-d6-d4-f4") == ("d4", "f4")


@pytest.mark.parametrize(
    ("position", "typed", "code", "words"),
    [
        (X_AT_THE_START, "c7-c5", "wrong_colour", "c7 is O's stone. You are X: c8, c9, d8"),
        (START, "c8-b8", "wrong_colour", "c8 is X's stone. You are O: c6, c7, d6"),
        (START, "c8-b8-b9", "wrong_colour", "c8 is X's stone."),
        (START, "d4-d5", "empty_cell", "There is no stone on d4. You are O: c6"),
        (START, "c7-b9-z9", "off_board", "no cell “z9”. Its columns are a to k"),
        (START, "c7-c12", "off_board", "no cell “c12”. Column c goes from c4 to c11."),
        (START, "d6-e7", "hole", "e7 is in the hole. e7 e8 f7 f8 g7 g8 aren't cells"),
        (BY_THE_HOLE, "d7-f9", "occupied", "f9 is occupied. d7 can go to"),
        (standing("d7 e6", "d8"), "d7-f9", "hole", "e8 between d7 and f9 is in the hole."),
        (standing("d7 e6", "d8"), "d7-f5-g7", "hole", "g7 is in the hole"),
        (START, "f5-f6", "occupied", "f6 is occupied. f5 can go to b7, d5, e4, f4, g4, h5, j7."),
        (START, "d6-b8-d8", "occupied", "d6-b8-d8 stops at b8: d8 is occupied."),
        (BY_THE_FIRST_CELL, "d3-f1", "own_first_cell", "f1 is O's own tip. O's stones"),
        (BY_THE_FIRST_CELL, "d3-f1-h3", "own_first_cell", "stops at d3: f1 is O's own tip"),
        (BY_THE_FIRST_CELL, "d3-h3", "not_reachable", "d3 can go to e3, e4."),
        (START, "f5-f5", "same_cell", "A turn can't end where it starts."),
        (ROUND_TRIP, "d4-f4-f6-d6-d4", "same_cell", "A turn can't end where it starts."),
        (START, "f5-i4", "not_reachable", "f5 can't reach i4 by one step or by jumps."),
        (START, "f5-h5-g3", "not_in_line", "g3 isn't two cells away in a straight line."),
        (START, "f5-f3", "nothing_to_jump", "f4 is empty, so there is nothing to jump over."),
        (
            standing("f5 g5", "f6 h6"),
            "f5-h5-j7",
            "nothing_to_jump",
            "f5-h5-j7 stops at h5: i6 is empty, so there is nothing to jump over.",
        ),
        (START, "f5-h5-i6-j7", "mixed_step_and_jump", "h5-i6 is a step. f5-h5-j7 gets there."),
        (START, "f5-h5-h4", "mixed_step_and_jump", "h5-h4 is a step. A turn is one step or"),
        (START, "f5-g4-h5", "several_steps", "is more than one step. f5-h5 gets there."),
        (TIE, "f4-f6", "tie", "3 groups with both colours would tie at 2 stones: (d3 e3), (f5 f6)"),
        (
            THROUGH_THE_GOAL,
            "d12-c11",
            "colours_separated",
            "d12-c11 would leave no group with both colours. d12 can go to e11, e12, f14, h12.",
        ),
        (A_ROW_REMOVED, "d8-f10(:b8)", "wrong_captures", "d8-f10 removes b8 c8. Type d8-f10("),
        (A_ROW_REMOVED, "d8-f10(:bcd8)", "wrong_captures", "Type d8-f10(:b8 c8)."),
        (A_ROW_REMOVED, "d8-f10(:)", "wrong_captures", "removes b8 c8"),
        (START, "f5-h5-j7(:i6)", "wrong_captures", "removes nothing. Type f5-h5-j7."),
        (A_STEP_BEFORE_A_CAPTURE, "j8-i9(:k6)", "wrong_captures", "Type j8-i9"),
        (START, "forwards", "unreadable", "“forwards” isn't a turn in Scala. Type it like c7-b6"),
        (START, "f5-j7(:b8", "unreadable", "Type it like"),
        (START, "f5-j7(:b)", "unreadable", "Type it like"),
        (START, "(:b8)", "unreadable", "Type it like"),
        (START, "j7", "ambiguous", "j7 can mean several moves: f5-h5-j7, h7-j7, i6-j7, i7-j7."),
        (START, "c7", "incomplete", "Choose where it goes: c7-b6, c7-b7, c7-b8, c7-c5."),
        (START, "b9", "incomplete", "b9 isn't a whole move. Do you mean d7-b9?"),
    ],
)
def test_a_refusal_explains_the_mistake_and_the_right_form(
    position: ScalaPosition, typed: str, code: str, words: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        read(position, typed)
    assert words in refusal.value.words
    assert refusal.value.code == code


def test_only_the_seat_to_move_may_move() -> None:
    with pytest.raises(Refusal) as refusal:
        read(START, "c8-b8", seat=2)
    assert refusal.value.code == "not_your_turn"


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ((), "incomplete"),
        (("c7",), "incomplete"),
        (("f5", "h5", "j7"), "too_many_steps"),
        (("",), "unreadable"),
        (("F5", "J7"), "unreadable"),
        (("c7", "(c7)"), "unreadable"),
        (("c7", "e7", "c7"), "hole"),
        (("c8",), "wrong_colour"),
    ],
)
def test_illegal_steps_are_refused_like_texts(steps: tuple[str, ...], code: str) -> None:
    refusal = START.explain(steps)
    assert refusal.code == code
    assert refusal.words


def test_a_stone_without_a_turn_points_to_those_that_have_one() -> None:
    assert not any(move[0] == "f2" for move in STUCK.moves())
    refusal = STUCK.explain(("f2",))
    assert refusal.words == "f2 can't move. You can move d5."


def test_no_turn_is_read_after_the_end() -> None:
    won = after(THROUGH_THE_GOAL, "d12-f14")
    with pytest.raises(Refusal) as refusal:
        read(won, "e13-d12")
    assert refusal.value.code == "over"
    assert won.explain(("e13", "d12")).code == "over"


def test_the_next_choice_is_described_in_words() -> None:
    assert START.input.prompt(()) == "Choose the stone to move"
    assert START.input.prompt(("f5",)) == "Choose where it goes"
