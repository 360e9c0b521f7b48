"""Scalus with all patterns: crosses and triangles."""

from __future__ import annotations

import pytest

from rules.notation import complete, read
from rules.position import Move
from rules.refusal import Refusal
from rules.scalus.game import Scalus
from rules.scalus.position import ScalusPosition

SCALUS = Scalus()
CROSS, TRIANGLE = "d4 c4 e4 d3 d5", "d4 e4 f4 d5 e5 d6"
WIDE_CROSS, WIDE_TRIANGLE = "b4 d2 d4 d6 f4", "d4 f4 d6"


def position(black: str, white: str = "a19", *, all_patterns: bool = True) -> ScalusPosition:
    return ScalusPosition.set_up(black.split(), white.split(), all_patterns=all_patterns)


def texts(start: ScalusPosition) -> list[str]:
    return [start.text(move) for move in start.moves()]


def after(start: ScalusPosition, text: str) -> ScalusPosition:
    return start.play(read(start, text))


def refusal_of(black: str, typed: str, *, all_patterns: bool = True) -> Refusal:
    with pytest.raises(Refusal) as raised:
        read(position(black, all_patterns=all_patterns), typed)
    return raised.value


def test_black_has_80_more_first_turns_all_with_triangles() -> None:
    start = SCALUS.start({"patterns": 1})
    kinds = [move[1].split()[0] for move in start.moves() if len(move) == 3]
    counts = {kind: kinds.count(kind) for kind in sorted(set(kinds))}
    assert counts == {"line": 104, "rectangle": 100, "triangle": 80}
    assert len(start.moves()) == 328


@pytest.mark.parametrize(
    ("black", "text", "reached"),
    [
        (CROSS, "c4-d3-e4-d5(d4)", "d4 b4 f4 d2 d6"),
        (CROSS, "c4-d3-e4-d5(c4)", "c4 e4 g4 e2 e6"),
        ("d4 e4 d5", "d4-e4-d5(e4)", "c4 e4 c6"),
        (TRIANGLE, "d4-f4-d6(d4)", "d4 f4 h4 d6 f6 d8"),
        (WIDE_CROSS, "b4-d2-f4-d6(d4)", CROSS),
        (WIDE_TRIANGLE, "d4-f4-d6(d6)", "d5 e5 d6"),
        ("d6 f6 f4", "f6-d6-f4(f6)", "f6 e6 f5"),
        ("e5 e4 e3 e6 e7 c5 d5 f5 g5", "c5-e3-g5-e7(e5)", "e5 e3 e1 e7 e9 a5 c5 g5 i5"),
    ],
)
def test_a_figure_moves_to_the_points_given_in_the_document(
    black: str, text: str, reached: str
) -> None:
    assert set(after(position(black), text).stones(1)) == set(reached.split())


def test_a_cross_stands_upright() -> None:
    upright, diagonal = position(CROSS), position("d4 c3 e3 c5 e5")
    assert any("cross" in move[1] for move in upright.moves())
    assert not any("cross" in move[1] for move in diagonal.moves() if len(move) == 3)


@pytest.mark.parametrize(
    ("black", "text", "blocker", "harmless"),
    [
        (WIDE_CROSS, "b4-d2-f4-d6(d4)", "e4", "e5"),
        (WIDE_TRIANGLE, "d4-f4-d6(d4)", "e5", "f5"),
    ],
)
def test_a_contraction_is_blocked_by_a_friend_on_an_arm_or_in_the_triangle(
    black: str, text: str, blocker: str, harmless: str
) -> None:
    assert text in texts(position(black))
    assert text not in texts(position(f"{black} {blocker}"))
    assert text in texts(position(f"{black} {harmless}"))
    reached = after(position(black, f"a19 {blocker}"), text)
    assert (blocker in reached.stones(2)) == (blocker not in reached.stones(1))


def test_a_contracting_cross_may_not_land_on_a_friend_beside_its_arms() -> None:
    # With d6 as the pivot, b4 goes to c5.
    assert "b4-d2-f4-d6(d6)" not in texts(position(f"{WIDE_CROSS} c5"))
    assert "b4-d2-f4-d6(d4)" in texts(position(f"{WIDE_CROSS} c5"))
    refusal = refusal_of(f"{WIDE_CROSS} c5", "b4-d2-f4-d6(d6)")
    assert refusal.code == "own_stone_at_destination"
    assert refusal.words.startswith("b4 would go to c5, where you have another stone. Possible: ")
    captured = after(position(WIDE_CROSS, "a19 c5"), "b4-d2-f4-d6(d6)")
    assert captured.stones(2) == ("a19",)


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("c4-d3-e4-d5(d4)", "c4-d3-e4-d5(d4)"),
        ("D5 E4 C4 D3 (D4)", "c4-d3-e4-d5(d4)"),
        ("d3e4d5c4(e4)", "c4-d3-e4-d5(e4)"),
        ("e5, e4, f4 (e4)", "e4-f4-e5(e4)"),
        ("f4-e5-e4(f4)", "e4-f4-e5(f4)"),
        ("d5-d4-c4(d5)", "d4-c4-d5(d5)"),
    ],
)
def test_ends_and_corners_are_read_in_any_order(typed: str, canonical: str) -> None:
    start = position("d4 c4 e4 d3 d5 f4 e5")
    assert start.text(start.input.parse(typed)) == canonical


def test_four_points_on_two_files_and_ranks_are_a_rectangle() -> None:
    start = position("b4 d4 b6 d6")
    assert start.input.parse("b4-d4-d6-b6(b4)") == ("b4", "rectangle to d6", "(b4)")
    assert start.input.parse("b5-c4-d5-c6(c5)") == ("c5", "cross to d6", "(c5)")


@pytest.mark.parametrize(
    ("black", "typed", "code", "words"),
    [
        ("c4 d3 d4 e4", "c4-d3-e4-d5(d4)", "arm_too_short", "d5 is empty, so that arm"),
        (
            f"{CROSS} f4",
            "c4-d3-f4-d5(d4)",
            "arm_too_short",
            "The one to c4 is too short. Possible: c4-d3-e4-d5(c4)",
        ),
        ("c4 d3 d5 e4", "c4-d3-e4-d5(d4)", "not_a_group", "Missing: d4"),
        ("a2 b1 b2 b3 c2", "a2-b1-c2-b3(c2)", "leaves_the_board", "beyond line a"),
        (f"{WIDE_CROSS} e4", "b4-d2-f4-d6(d4)", "friend_inside", "e4 is on an arm of the cross"),
        (f"{WIDE_TRIANGLE} e5", "d4-f4-d6(d4)", "friend_inside", "e5 is in the triangle"),
        (f"{CROSS} f4", "c4-d3-e4-d5(d4)", "own_stone_at_destination", "e4 would go to f4"),
        (CROSS, "c4-d3-e4-d5(f4)", "pivot_not_in_group", "The pivot is one of the stones"),
        (CROSS, "c4-d3-e4-d5()", "no_pivot_only_for_pairs_and_squares", "needs one"),
        (CROSS, "c4-d3-e4-d5", "incomplete", "Choose the pivot of the cross of 5"),
        ("d4 e4 g4 d7 d5 e5 d6", "d4-g4-d7(d4)", "not_a_group", "Missing: e6, f4 and f5"),
        ("d4 e4 f4 d6", "d4-f4-d6(d4)", "friend_inside", "e4 is in the triangle"),
        ("d4 f4 d5", "d4-f4-d5(d4)", "not_a_triangle", "two equally long legs"),
        ("d4 f5 d6", "d4-f5-d6(d4)", "not_a_triangle", "A triangle has a right angle"),
        ("d4 f4", "d4-f4-d6(d4)", "empty_cell", "d6 is empty. You are Black"),
        ("d4 f5 d6 e9", "d4-f5-d6-e9(d4)", "not_a_rectangle", "nor the four ends of a cross"),
        ("d4", "hello", "unreadable", "a triangle by its three corners and the pivot"),
    ],
)
def test_a_wrong_figure_is_refused_with_a_reason(
    black: str, typed: str, code: str, words: str
) -> None:
    refusal = refusal_of(black, typed)
    assert refusal.code == code
    assert words in refusal.words


@pytest.mark.parametrize("typed", ["c4-d3-e4-d5(d4)", "d4-e4-d5(d4)"])
def test_without_the_option_no_figure_is_scaled(typed: str) -> None:
    assert typed not in texts(position(CROSS, all_patterns=False))
    refusal = refusal_of(CROSS, typed, all_patterns=False)
    assert refusal.code == "not_a_rectangle"
    assert refusal.words.startswith("Crosses and triangles aren't groups in this match.")


@pytest.mark.parametrize(
    "steps",
    [
        ("a1", "cross to b2", "(a1)"),
        ("d4", "cross to d4", "(d4)"),
        ("d4", "cross to e7", "(d4)"),
        ("d4", "triangle to d4", "(d4)"),
        ("d4", "triangle to f5", "(d4)"),
        ("d4", "triangle to f6"),
    ],
)
@pytest.mark.parametrize("all_patterns", [True, False])
def test_any_steps_get_a_reason(steps: Move, all_patterns: bool) -> None:
    refusal = position("a1 d4", all_patterns=all_patterns).explain(steps)
    assert refusal.code
    assert refusal.words


def test_a_figure_is_named_with_a_word_when_it_is_chosen() -> None:
    start = position(f"{CROSS} e5 i9")
    steps = complete(start, ("d4",)).steps
    labels = {start.input.label(("d4",), step) for step in steps}
    assert {"cross of 5", "triangle of 3 e4 d5", "triangle of 3 c4 d3", "line d5"} <= labels
    assert len(labels) == len(steps)
    cross = ("d4", "cross to e5")
    assert start.input.prompt(cross) == ("Choose the pivot of the cross of 5, the stone that stays")
    assert start.input.continuation((), (*cross, "(c4)")) == "cross of 5 d4, stone c4"
    assert start.input.continuation(("d4",), (*cross, "(c4)")) == "cross of 5, stone c4"
    assert start.input.continuation(cross, (*cross, "(c4)")) == "stone c4"
    triangle = ("d4", "triangle to e5", "(d5)")
    assert start.input.continuation((), triangle) == "triangle of 3 d4 e4 d5, stone d5"


def test_the_option_is_part_of_the_written_position() -> None:
    start = SCALUS.start({"patterns": 1})
    again = SCALUS.decode(after(start, "d4-d3").encode())
    assert again.all_patterns
    assert again.encode().startswith("2all ")
    assert not SCALUS.decode(SCALUS.start({}).encode()).all_patterns
    assert SCALUS.decode("1 d4e4d5 a19") != SCALUS.decode("1all d4e4d5 a19")
