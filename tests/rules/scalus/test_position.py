"""The rules of Scalus: single moves, expansion, contraction, the end, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from rules.notation import complete, read
from rules.position import Move
from rules.refusal import Refusal
from rules.scalus.board import HEADQUARTERS
from rules.scalus.game import Scalus
from rules.scalus.position import Displacement, ScalusPosition
from tests import recorded

SCALUS = Scalus()


def position(black: str, white: str = "a19", seat: int = 1) -> ScalusPosition:
    return ScalusPosition.set_up(black.split(), white.split(), seat)


def after(start: ScalusPosition, *texts: str) -> ScalusPosition:
    for text in texts:
        start = start.play(read(start, text))
    return start


def black_stones(reached: ScalusPosition) -> set[str]:
    return set(reached.stones(1))


def texts(start: ScalusPosition) -> list[str]:
    return [start.text(move) for move in start.moves()]


def reason(reached: ScalusPosition) -> tuple[str, tuple[int, ...]]:
    assert reached.outcome is not None
    assert reached.moves() == ()
    return reached.outcome.reason, reached.outcome.winners


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case["name"]) for case in recorded.positions("scalus")]
)
def test_a_recorded_position_has_these_moves_and_results(case: dict[str, Any]) -> None:
    start = ScalusPosition.set_up(case["stones"]["1"], case["stones"]["2"], case["seat"])
    assert sorted(texts(start)) == case["legal"]
    assert start.outcome is None
    assert case["result"] is None
    for text in case["illegal"]:
        with pytest.raises(Refusal):
            read(start, text)
    for entry in case["after"]:
        reached = after(start, entry["move"])
        for seat in (1, 2):
            assert sorted(reached.stones(seat)) == entry["stones"][str(seat)]
        result = reached.outcome and {"winners": list(reached.outcome.winners)}
        assert result == entry["result"]


def test_black_has_248_first_turns() -> None:
    moves = SCALUS.start({}).moves()
    assert len(moves) == 248
    assert sum(len(move) == 2 for move in moves) == 44
    assert sum(move[-1] == "()" for move in moves) == 4


def test_the_documents_opening_can_be_replayed() -> None:
    first = after(SCALUS.start({}), "e4-e7(e4)")
    assert {"e4", "e6", "e8", "e10"} <= black_stones(first)
    assert not {"e5", "e7"} & black_stones(first)
    second = after(first, "f15-d15-d13-f13(f15)")
    assert {f"{file}{rank}" for file in "bdf" for rank in (11, 13, 15)} <= set(second.stones(2))
    fourth = after(second, "e8-f9", "b11-f11-f15-b15(d11)")
    assert {f"{file}{rank}" for file in "cde" for rank in (11, 12, 13)} <= set(fourth.stones(2))
    last = after(fourth, "f9-e10(f9)")
    assert "d11" in black_stones(last)
    assert "d11" not in last.stones(2)
    for text in (
        "d13-d12(d13)",
        "d13-d12()",
        "d13-d12-e12-e13(d13)",
        "d13-d12-c12-c13(d13)",
        "c13-e13-e12-c12(d13)",
        "c11-e11(c11)",
        "c11-e11(e11)",
    ):
        assert "d11" not in black_stones(after(last, text))


@pytest.mark.parametrize(
    ("black", "text", "reached"),
    [
        ("b4 c4", "b4-c4(c4)", "a4 c4"),
        ("b2 c2", "b2-c2(b2)", "b2 d2"),
        ("g2 g3 h2 h3", "g2-g3-h2-h3(h2)", "f2 f4 h2 h4"),
        ("b2 b3 b4", "b2-b4(b3)", "b1 b3 b5"),
        ("g2 g3 h2 h3 i2 i3", "g2-i2-i3-g3(h2)", "f2 h2 j2 f4 h4 j4"),
        ("b4 c4", "b4-c4()", "a4 d4"),
        ("g2 g3 h2 h3", "g2-h2-h3-g3()", "f1 i1 f4 i4"),
        ("b4 c3", "b4-c3()", "a5 d2"),
        ("a5 d2", "a5-d2()", "b4 c3"),
        ("a1 c1 e1 a3 c3 e3", "a1-e1-e3-a3(c1)", "b1 c1 d1 b2 c2 d2"),
    ],
)
def test_a_group_moves_to_the_points_given_in_the_document(
    black: str, text: str, reached: str
) -> None:
    assert black_stones(after(position(black), text)) == set(reached.split())


def test_a_groups_own_stones_never_block_it() -> None:
    assert black_stones(after(position("c5 d5 e5"), "c5-e5(c5)")) == {"c5", "e5", "g5"}


def test_an_expansion_jumps_friend_and_foe_and_captures_where_it_lands() -> None:
    reached = after(position("d4 d5 d6", "a19 d7 d8"), "d4-d6(d4)")
    assert black_stones(reached) == {"d4", "d6", "d8"}
    assert set(reached.stones(2)) == {"a19", "d7"}
    over_a_friend = after(position("c4 d4 e4 f4"), "c4-e4(c4)")
    assert black_stones(over_a_friend) == {"c4", "e4", "f4", "g4"}


def test_a_contraction_is_blocked_by_a_friend_inside_the_box_but_not_by_an_enemy() -> None:
    assert "b2-d2-d4-b4(b2)" not in texts(position("b2 b4 d2 d4 c3"))
    reached = after(position("b2 b4 d2 d4", "a19 c3 d3"), "b2-d2-d4-b4(b2)")
    assert black_stones(reached) == {"b2", "b3", "c2", "c3"}
    assert set(reached.stones(2)) == {"a19", "d3"}


def test_a_contraction_without_a_pivot_is_blocked_by_a_friend_off_its_destinations() -> None:
    square = "b5 b8 e5 e8"
    assert "b5-e5-e8-b8()" in texts(position(square, "a19 c5"))
    assert "b5-e5-e8-b8()" not in texts(position(f"{square} c5"))
    assert "b5-e8()" in texts(position(f"{square} c5"))


def test_a_single_move_never_captures() -> None:
    assert "e5-e6" not in texts(position("e5", "e6 a19"))


def test_only_two_stones_on_a_diagonal_are_a_group() -> None:
    groups = [text for text in texts(position("e5 f6 g7")) if "(" in text]
    assert groups == ["e5-f6(f6)", "f6-g7(f6)"]


def test_steps_distinguish_a_diagonal_pair_from_a_rectangle() -> None:
    start = position("c3 c5 e3 e5")
    steps = complete(start, ("c3",)).steps
    assert {"line to e5", "rectangle to e5", "line to c5", "d3"} <= set(steps)
    assert complete(start, ("c3", "line to e5")).steps == ("(c3)", "(e5)")
    assert start.text(("c3", "line to e5", "(c3)")) == "c3-e5(c3)"
    assert start.text(("c3", "rectangle to e5", "(c3)")) == "c3-e3-e5-c5(c3)"


@pytest.mark.parametrize(
    ("prefix", "further", "name"),
    [
        ((), ("e4", "line to e5", "(e4)"), "e4-e5, stone e4"),
        (("e4",), ("line to e5", "()"), "e5, no pivot"),
        (("e4", "line to e5"), ("(e5)",), "stone e5"),
        (("e4",), ("line to e5",), "e5"),
        (("e4",), ("d3",), "d3"),
    ],
)
def test_several_steps_at_once_name_the_pivot_in_words(
    prefix: Move, further: Move, name: str
) -> None:
    start = position("e4 e5 f4 f5")
    assert start.input.continuation(prefix, (*prefix, *further)) == name


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("E7-E4(E4)", "e4-e7(e4)"),
        ("e7 e4 (e4)", "e4-e7(e4)"),
        ("e4e7(e4)", "e4-e7(e4)"),
        ("e4, e7, ( e4 )", "e4-e7(e4)"),
        ("g7-d4-d7-g4 (d4)", "d4-g4-g7-d7(d4)"),
        ("D4G4G7D7(D4)", "d4-g4-g7-d7(d4)"),
        ("d7 e8", "d7-e8"),
        ("d7e8", "d7-e8"),
        ("e7-d7 ( )", "d7-e7()"),
        ("e6-d7(d7)", "d7-e6(d7)"),
    ],
)
def test_ends_and_corners_are_read_in_any_order_and_letter_case(typed: str, canonical: str) -> None:
    start = SCALUS.start({})
    assert start.text(start.input.parse(typed)) == canonical


@pytest.mark.parametrize(
    ("seat", "start", "end"),
    [(1, "e17", "e18"), (1, "e17", "f18"), (2, "f3", "e2"), (2, "f3", "f2")],
)
def test_either_point_of_the_enemy_headquarters_wins(seat: int, start: str, end: str) -> None:
    assert end in HEADQUARTERS[3 - seat]
    standing = position(start, "a10") if seat == 1 else position("a10", start, seat=2)
    assert reason(after(standing, f"{start}-{end}")) == ("headquarters", (seat,))


def test_a_players_own_headquarters_are_ordinary_points() -> None:
    assert after(position("e3"), "e3-e2").outcome is None


def test_jumping_over_the_headquarters_does_not_win() -> None:
    start = position("e15 e16 e17", "e18 f19")
    assert after(start, "e15-e17(e15)").outcome is None
    assert reason(after(start, "e15-e17(e16)")) == ("headquarters", (1,))


def test_capturing_the_last_stone_wins() -> None:
    assert reason(after(position("e5 e6", "e7"), "e5-e6(e5)")) == ("all_captured", (1,))


def test_a_player_without_a_legal_turn_loses() -> None:
    start = position("a1", "a2 b1 c3", seat=2)
    assert reason(after(start, "c3-b2")) == ("no_move", (2,))


def test_a_shut_in_player_with_a_group_to_expand_plays_on() -> None:
    start = position("a1 a2", "a3 b1 b2 c4", seat=2)
    assert texts(after(start, "c4-b3")) == ["a1-a2(a1)"]


SHUFFLE = ("d7-d8", "d13-d12", "d8-d7", "d12-d13")


def test_the_third_occurrence_is_a_draw_and_the_start_counts() -> None:
    before = after(SCALUS.start({}), *SHUFFLE, *SHUFFLE[:3])
    assert before.outcome is None
    assert reason(after(before, SHUFFLE[3])) == ("repetition", ())


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        (
            after(position("e17", "a10"), "e17-f18"),
            "Black has a stone on f18, White's headquarters.",
        ),
        (after(position("e5 e6", "e7"), "e5-e6(e5)"), "All of White's stones have been captured."),
        (after(position("a1", "a2 b1 c3", seat=2), "c3-b2"), "Black has no legal move."),
        (
            after(SCALUS.start({}), *SHUFFLE, *SHUFFLE),
            "The same position came up for the third time.",
        ),
    ],
)
def test_the_text_of_the_end_states_the_reason(ended: ScalusPosition, words: str) -> None:
    assert ended.outcome is not None
    assert ended.outcome.words == words


def test_repetition_counting_continues_after_decoding() -> None:
    before = after(SCALUS.start({}), *SHUFFLE, *SHUFFLE[:3])
    again = SCALUS.decode(before.encode())
    assert again == before
    assert reason(after(again, SHUFFLE[3])) == ("repetition", ())


def test_a_capture_restarts_the_counts() -> None:
    start = position("d4 d5", "d7 a18")
    quiet = after(start, "d5-e5", "a18-a19", "e5-d5", "d7-d6")
    assert len(quiet.earlier) == 4
    assert after(quiet, "d4-d5(d4)").earlier == ()


def walk(files: str, low: int, high: int) -> list[str]:
    """A path over all points of these files, each next to the one before."""
    ranks = [*range(low, high + 1)]
    return [f"{f}{r}" for n, f in enumerate(files) for r in (ranks[::-1] if n % 2 else ranks)]


def position_after_walk(turns: int) -> ScalusPosition:
    """Two lone stones after this number of turns. White's reaches e3 on turn 98."""
    black = walk("abcdefghij", 12, 17)
    white = walk("jihgfe", 3, 11)[-50:]
    reached = position(black[0], white[0])
    for turn in range(turns):
        path = white if turn % 2 else black
        reached = after(reached, "-".join(path[turn // 2 : turn // 2 + 2]))
    return reached


def test_a_hundred_turns_without_a_capture_are_a_draw() -> None:
    before = position_after_walk(99)
    assert before.outcome is None
    assert SCALUS.decode(before.encode()) == before
    assert reason(after(before, "e3-d3")) == ("quiet", ())


def test_a_win_with_the_hundredth_quiet_turn_is_a_win() -> None:
    assert reason(after(position_after_walk(99), "e3-e2")) == ("headquarters", (2,))


def test_repetition_is_tested_before_the_hundred_turns() -> None:
    reached = position_after_walk(92)
    black, white = reached.stones(1)[0], reached.stones(2)[0]
    advances = f"{black}-{black[0]}{int(black[1:]) + 1}", f"{white}-d{white[1:]}"
    back = [f"{end}-{start}" for start, end in (move.split("-") for move in advances)]
    assert reason(after(reached, *advances, *back, *advances, *back)) == ("repetition", ())


def test_a_move_lists_its_changes() -> None:
    start = position("b5 d5 f5", "a19 c5 e5")
    change = start.displacement(read(start, "b5-f5(d5)"))
    assert change == Displacement(("b5", "d5", "f5"), ("c5", "d5", "e5"), ("c5", "e5"))
    assert start.displacement(("f5", "g6")) == Displacement(("f5",), ("g6",), ())


def test_a_white_move_names_the_black_stones_it_captures() -> None:
    start = position("b4 h18", "b2 b3", seat=2)
    change = start.displacement(read(start, "b2-b3(b2)"))
    assert change == Displacement(("b2", "b3"), ("b2", "b4"), ("b4",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "3 d4 d13",
        "1 d4",
        "1 d4 d4",
        "1 d4d4 d13",
        "1 - -",
        "1 d20 d13",
        "1 k4 d13",
        "1 d4 d13 e5",
        "1 d4 d13 d4d13",
        "1 d4 d13 -",
        "1  d4 d13",
        "1 d4 d13" + " d13d14 d4d5" * 51,
    ],
)
def test_an_invalid_position_text_is_not_decoded(text: str) -> None:
    with pytest.raises(ValueError):
        SCALUS.decode(text)


START = " ".join(SCALUS.start({}).stones(1))
OPEN_THREE = "b4 b5 b7"


@pytest.mark.parametrize(
    ("black", "typed", "code", "words"),
    [
        (START, "k4-k5", "off_board", "k4 isn't on the board"),
        (START, "e7-e20", "off_board", "e20 isn't on the board"),
        (START, "e4-e7(e0)", "off_board", "e0 isn't on the board"),
        (START, "c3-c4", "empty_cell", "c3 is empty. You are Black: d4, d5"),
        (START, "e4-e8(e4)", "empty_cell", "e8 is empty"),
        (START, "a19-a18", "wrong_colour", "a19 is White's stone. You are Black"),
        (START, "e7-e9", "not_adjacent", "e7 can go to d8, e8 or f8"),
        (START, "e7-e7", "not_adjacent", "isn't next to e7"),
        (START, "e6-e7", "occupied", "add the pivot: e6-e7(e6)"),
        ("b18", "b18-a19", "occupied", "a19 is White's stone: a single stone only moves to an"),
        (OPEN_THREE, "b4-b7(b4)", "not_a_group", "b6 is empty"),
        (START, "e4-e4(e4)", "not_a_group", "e4 alone isn't a group"),
        (START, "e4-g7(e4)", "not_a_line", "its four corners: e4-g4-g7-e7, and the pivot"),
        (START, "d4-d6-f6(d4)", "not_a_rectangle", "Type all four corners"),
        (START, "d4-d6-f6-f5(d4)", "not_a_rectangle", "aren't the four corners"),
        (START, "d4-d5-d6-d7(d4)", "not_a_rectangle", "its two ends: d4-d7(d4)"),
        (START, "d4-f6(d4)", "friend_inside", "Your own stone on e5 is between the stones"),
        (START, "d4-f6(e5)", "diagonal_too_long", "On a diagonal, a group is exactly two stones"),
        (START, "d4-g7(d4)", "diagonal_too_long", "next to each other or one point apart"),
        ("b4 b7", "b4-b7(b4)", "neither_dense_nor_spaced", "Possible: b4-b7()"),
        ("b4 b5 d4 d5", "b4-d4-d5-b5(b4)", "neither_dense_nor_spaced", "both ways in a rectangle"),
        (
            "b4 d4 f4 b5 d5 f5",
            "b4-f4-f5-b5(b4)",
            "neither_dense_nor_spaced",
            "all on every other point",
        ),
        (START, "e4-e7(f4)", "pivot_not_in_group", "e4, e5, e6 or e7"),
        ("b4 b6", "b4-b6(b5)", "pivot_not_in_group", "Possible: b4-b6(b4) or b4-b6(b6)"),
        (START, "e4-e7()", "no_pivot_only_for_pairs_and_squares", "Possible: e4-e7(e4)"),
        ("b4 b6", "b4-b6()", "no_pivot_only_for_pairs_and_squares", "needs one"),
        ("a4 b4", "a4-b4(b4)", "leaves_the_board", "a4 would leave the board, beyond line a"),
        ("b1 b2", "b1-b2(b2)", "leaves_the_board", "b1 would leave the board, below line 1"),
        ("i1 j1", "i1-j1(i1)", "leaves_the_board", "j1 would leave the board, to k1"),
        (
            START,
            "d4-d5(d4)",
            "own_stone_at_destination",
            "d5 would go to d6, where you have another",
        ),
        ("b2 b3 b4", "b2-b4(b1)", "pivot_not_in_group", "b2, b3 or b4"),
        ("b2 d2 b4 d4 c3", "b2-d2-d4-b4(b2)", "friend_inside", "Your own stone on c3 is inside"),
        ("b2 e2 c2", "b2-e2()", "friend_inside", "Your own stone on c2 is between"),
        (START, "e7-e8-e9", "too_many_steps", "more than one move"),
        (START, "e4-e5-e6-e7-d7(e4)", "too_many_steps", "a line by its two ends"),
        (START, "e4(e4)-e7", "unreadable", "a line by its two ends and the pivot"),
        (START, "hello", "unreadable", "Type a single move like e8-f9"),
        ("i18 i19 j18 j19", "j19", "no_move_there", "Start a group with its lower left stone"),
        (START, "e4", "incomplete", "only the start of a move"),
        (START, "e4-e7", "not_adjacent", "add the pivot: e4-e7(e4)"),
        (START, "d4-g4-g7-d7", "incomplete", "d4-g4-g7-d7(d4)"),
    ],
)
def test_an_illegal_input_is_refused_with_a_reason(
    black: str, typed: str, code: str, words: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        read(position(black), typed)
    assert refusal.value.code == code
    assert words in refusal.value.words


@pytest.mark.parametrize(
    "steps",
    [
        (),
        ("",),
        ("()",),
        ("(e4)", "e4"),
        ("line to e4",),
        ("e4", "line to e7", "line to e7"),
        ("e4", "line to k7", "(e4)"),
        ("e4", "rectangle to e7", "(e4)"),
        ("e7", "line to e4", "(e4)"),
        ("e4", "line to e7", "(e4)", "(e4)"),
        ("é4", "f5"),
        ("e" + "9" * 5000, "f5"),
        ("e٤", "f5"),
    ],
)
def test_any_steps_get_a_reason(steps: tuple[str, ...]) -> None:
    refusal = SCALUS.start({}).explain(steps)
    assert refusal.code
    assert refusal.words
