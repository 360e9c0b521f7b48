"""The rules and notation of Skirt: turns, the end, and refusals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rules.notation import read, write
from rules.refusal import Refusal
from rules.skirt.board import hexagon_of
from rules.skirt.game import Skirt
from rules.skirt.position import SkirtPosition, winning_chain
from tests import recorded

SIZES = (4, 5, 6, 7, 8)


def inner_cells(size: int) -> list[str]:
    hexagon = hexagon_of(size)
    return hexagon.named(cell for cell, sides in enumerate(hexagon.sides) if not sides)


def set_up(size: int, white: str = "", black: str = "", seat: int = 1) -> SkirtPosition:
    return SkirtPosition.set_up(size, white.split(), black.split(), seat)


def texts(position: SkirtPosition) -> list[str]:
    return [write(position, move) for move in position.moves()]


def moves_from(position: SkirtPosition, origin: str) -> list[str]:
    return [text for text in texts(position) if text.split("-")[0] == origin]


def after(position: SkirtPosition, *typed: str) -> SkirtPosition:
    for text in typed:
        position = position.play(read(position, text))
    return position


class TestTheBoard:
    @pytest.mark.parametrize("size", SIZES)
    def test_the_outer_area_is_the_outermost_ring(self, size: int) -> None:
        board = hexagon_of(size)
        assert len(board.outer) == 6 * (size - 1)
        assert len(board.names) == 3 * size * (size - 1) + 1

    @pytest.mark.parametrize("size", SIZES)
    def test_each_corner_belongs_to_two_sides_and_the_rest_of_the_ring_to_one(
        self, size: int
    ) -> None:
        board = hexagon_of(size)
        of_two = [cell for cell in board.outer if board.sides[cell].bit_count() == 2]
        of_one = [cell for cell in board.outer if board.sides[cell].bit_count() == 1]
        assert len(of_two) == 6
        assert len(of_two) + len(of_one) == len(board.outer)
        for side in range(6):
            assert sum(sides >> side & 1 for sides in board.sides) == size

    def test_cells_are_named_from_the_bottom_and_from_the_left(self) -> None:
        board = hexagon_of(6)
        rows = [board.named(row) for row in board.rows]
        assert rows[0] == ["a1", "a2", "a3", "a4", "a5", "a6"]
        assert (rows[5][0], rows[5][-1]) == ("f1", "f11")
        assert (rows[10][0], rows[10][-1]) == ("k1", "k6")

    def test_neighbours_share_an_edge(self) -> None:
        board = hexagon_of(6)
        beside = {
            name: set(board.named(board.neighbours[board.number[name]]))
            for name in ("a1", "a3", "f6", "g5")
        }
        assert beside["a1"] == {"a2", "b1", "b2"}
        assert beside["a3"] == {"a2", "a4", "b3", "b4"}
        assert beside["f6"] == {"f5", "f7", "e5", "e6", "g5", "g6"}
        assert beside["g5"] == {"g4", "g6", "f5", "f6", "h4", "h5"}

    def test_an_outer_cell_sees_two_lines_and_a_corner_one(self) -> None:
        board = hexagon_of(6)
        lines = [board.named(ray) for ray in board.rays[board.number["a3"]]]
        assert sorted(lines) == [
            ["b3", "c3", "d3", "e3", "f3", "g2"],
            ["b4", "c5", "d6", "e7", "f8", "g8", "h8"],
        ]
        assert len(board.rays[board.number["a1"]]) == 1


class TestTheTurn:
    def test_white_starts_with_one_stone_on_any_outer_cell(self) -> None:
        position = Skirt().start({"size": 6})
        assert texts(position) == sorted(position.hexagon.named(position.hexagon.outer))

    def test_black_answers_with_a_whole_turn(self) -> None:
        position = after(set_up(6), "a3")
        assert position.to_move == 2
        assert all(len(move) == 2 for move in position.moves())
        assert not moves_from(position, "a3")
        assert not moves_from(position, "(a3)")

    def test_a_row_of_both_colours_next_to_the_first_stone_is_jumped(self) -> None:
        position = set_up(6, "b4 k2", "c5 e7")
        assert moves_from(position, "a3") == [
            "a3-b3",
            "a3-c3",
            "a3-d3",
            "a3-d6",
            "a3-e3",
            "a3-f3",
            "a3-g2",
        ]

    def test_a_row_further_on_is_never_jumped(self) -> None:
        assert "a3-e7" not in texts(set_up(6, "k2", "d6"))
        assert "a3-c5" in texts(set_up(6, "k2", "d6"))

    def test_a_row_that_goes_on_to_the_other_edge_leaves_nothing_beyond(self) -> None:
        position = set_up(4, "b2 c3 d4 g2", "e4 f4")
        assert not moves_from(position, "a1")

    def test_a_standing_stone_may_be_the_origin_for_its_owner_only(self) -> None:
        position = after(set_up(6), "a3", "f1-f2")
        assert "(a3)-b3" in texts(position)
        assert not moves_from(position, "(f1)")
        assert not moves_from(position, "a3")

    def test_an_inner_stone_is_never_an_origin(self) -> None:
        position = after(set_up(6), "a3", "f1-f2")
        assert not moves_from(position, "(f2)")

    def test_the_same_stone_from_two_origins_is_two_moves(self) -> None:
        position = set_up(6, "a3 f1", "k2 j3")
        assert {"(a3)-f3", "(f1)-f3"} <= set(texts(position))
        assert after(position, "(a3)-f3") == after(position, "(f1)-f3")

    def test_an_outer_cell_without_a_second_step_cannot_be_chosen(self) -> None:
        position = set_up(4, "g2 b2 d2 c4 e5", "c2 b3 d5 f2")
        assert not moves_from(position, "a2")
        assert moves_from(position, "a1") == ["a1-c3", "a1-d4", "a1-e4", "a1-f4"]

    def test_step_one_alone_is_a_turn_only_if_no_other_turn_is_left(self) -> None:
        inner = inner_cells(4)
        blocked = SkirtPosition.set_up(4, ["a1"], inner)
        assert set(texts(blocked)) == {*blocked.hexagon.named(blocked.hexagon.outer)} - {"a1"}
        one_left = SkirtPosition.set_up(4, ["a1"], [name for name in inner if name != "b2"])
        assert texts(one_left) == ["(a1)-b2", "a2-b2", "b1-b2", "b5-b2", "e1-b2", "g4-b2"]


class TestTheEnd:
    def test_a_chain_between_opposite_sides_wins_at_once(self) -> None:
        position = after(set_up(4, "d1 d2 d3 d4 d5", "a1 b2 g1"), "d7-d6")
        assert position.to_move is None
        assert list(position.moves()) == []
        assert position.outcome is not None
        assert position.outcome.winners == (1,)
        assert position.outcome.reason == "opposite_sides"
        assert position.outcome.words == "White connects two opposite sides."

    def test_three_sides_of_which_no_two_are_neighbours_win(self) -> None:
        position = after(set_up(4, "e1 e2 e3 e4 e5 e6 d4 c3 b2", "a3 a4 f2 f3 g3 c5"), "a2")
        assert position.outcome is not None
        assert position.outcome.winners == (1,)
        assert position.outcome.reason == "three_sides"

    def test_black_wins_as_white_does(self) -> None:
        position = after(set_up(4, "a1 b2 g1", "d1 d2 d3 d4 d5", seat=2), "d7-d6")
        assert position.outcome is not None
        assert position.outcome.winners == (2,)
        assert position.outcome.words == "Black connects two opposite sides."

    def test_an_outer_stone_that_wins_is_the_whole_turn(self) -> None:
        position = set_up(4, "d1 d2 d3 d4 d5 d6", "a1 b2 g1")
        assert moves_from(position, "d7") == ["d7"]
        assert after(position, "d7").outcome is not None

    def test_if_only_winning_stones_are_left_other_cells_cannot_be_chosen(self) -> None:
        inner = inner_cells(4)
        row = ["d2", "d3", "d4", "d5", "d6"]
        others = [name for name in inner if name not in row]
        position = SkirtPosition.set_up(4, ["d1", *row], others)
        assert texts(position) == ["c6", "d7", "e6"]

    def test_the_corners_of_one_side_do_not_win(self) -> None:
        position = after(set_up(4, "a1 a2 a3", "d2 d4 f2"), "a4-b4")
        assert position.outcome is None
        assert position.to_move == 2

    def test_two_neighbouring_sides_and_the_next_do_not_win(self) -> None:
        ring = "b1 a1 a2 a3 a4 b5"
        assert set_up(4, ring, "d2 d4 f2").outcome is None

    def test_the_winning_chain_contains_all_connected_stones(self) -> None:
        position = after(set_up(4, "d1 d2 d3 d4 d5 e2 g2", "a1 b2 g1"), "d7-d6")
        chain = position.hexagon.named(winning_chain(position))
        assert chain == ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "e2"]

    def test_there_is_no_winning_chain_while_the_match_goes_on(self) -> None:
        assert winning_chain(set_up(4, "d1 d2 d3 d4 d5", "a1")) == ()

    def test_a_player_with_nothing_to_place_is_skipped(self) -> None:
        white = "a2 a3 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 e1 e2 e3 e4 e5 e6 f1 f2 f3 f4 f5 g2 g3"
        position = set_up(4, white, "a1 a4 d1 d2 d3 d5 d6 d7 g1 g4", seat=1)
        assert position.to_move == 2
        corners = ("a1", "a4", "d1", "d7", "g1", "g4")
        assert texts(position) == [f"({corner})-d4" for corner in corners]


class TestPositions:
    def test_stones_and_connections_are_listed_by_cell(self) -> None:
        position = after(set_up(6), "a1", "f11-f10")
        number = position.hexagon.number
        assert [position.stones[number[name]] for name in ("a1", "f11", "f10", "b2")] == [
            1,
            2,
            2,
            0,
        ]
        white, black = position.touching
        assert white[number["b2"]] == position.hexagon.sides[number["a1"]]
        assert black[number["f9"]] == position.hexagon.sides[number["f11"]]
        assert black[number["b2"]] == 0

    def test_a_position_is_the_same_however_it_was_reached(self) -> None:
        played = after(set_up(4), "a1", "g1-f2", "d1-d4")
        reached = set_up(4, "d4 a1 d1", "f2 g1", seat=2)
        assert played == reached
        assert hash(played) == hash(reached)
        assert played != set_up(4, "d4 a1 d1", "f2 g1", seat=1)

    def test_a_position_is_one_readable_line(self) -> None:
        position = set_up(4, "d4 a1 d1", "f2 g1", seat=2)
        assert position.encode() == "4 a1,d1,d4 f2,g1 2"
        assert set_up(6).encode() == "6 - - 1"

    def test_a_finished_position_is_read_back_finished(self) -> None:
        position = after(set_up(4, "d1 d2 d3 d4 d5", "a1 b2 g1"), "d7-d6")
        again = Skirt().decode(position.encode())
        assert again == position
        assert again.outcome == position.outcome

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "6 - -",
            "6 - - 1 1",
            "3 - - 1",
            "6 - - 3",
            "6 a7 - 1",
            "6 a1,a1 - 1",
            "6 a1 a1 1",
            "6 a1, - 1",
            "6  - 1",
            "6 a1 - -",
            "4 d1,d2,d3,d4,d5,d6,d7 - 1",
            "4 a2,b3,c4,d4,e4,f3,g2 a3,b4,c5,d5,e5,f4,g3 -",
        ],
    )
    def test_an_invalid_position_is_a_value_error(self, text: str) -> None:
        with pytest.raises(ValueError):
            Skirt().decode(text)

    @pytest.mark.parametrize(("size", "seat"), [(3, 1), (9, 1), (6, 0), (6, 3)])
    def test_no_position_of_another_size_or_seat_is_set_up(self, size: int, seat: int) -> None:
        with pytest.raises(ValueError, match="no position of size"):
            SkirtPosition.set_up(size, seat=seat)


class TestNotation:
    @pytest.mark.parametrize(
        ("typed", "canonical"),
        [
            ("b1-c2", "b1-c2"),
            ("B1-C2", "b1-c2"),
            ("b1 c2", "b1-c2"),
            ("b1, c2", "b1-c2"),
            ("b1c2", "b1-c2"),
            ("  b1 – c2 ", "b1-c2"),
            ("(a3)-b3", "(a3)-b3"),
            ("(A3)B3", "(a3)-b3"),
            ("( a3 ) b3", "(a3)-b3"),
            ("f11f10", "f11-f10"),
        ],
    )
    def test_every_way_to_write_a_turn_is_read(self, typed: str, canonical: str) -> None:
        position = set_up(6, "a3", "f1 f2")
        assert write(position, read(position, typed)) == canonical

    def test_the_prompt_says_what_to_choose(self) -> None:
        start = set_up(6)
        assert start.input.prompt(()) == "Choose an outer cell for the first stone"
        assert start.input.prompt(("a3",)) == "The turn is complete"
        black = after(start, "a3")
        assert black.input.prompt(()) == "Choose an empty outer cell"
        assert black.input.prompt(("f1",)) == "Choose an inner cell in line with it"
        white = after(black, "f1-f2")
        assert (
            white.input.prompt(())
            == "Choose an empty outer cell, or one of your stones on an outer cell"
        )
        assert white.input.prompt(("(a3)",)) == "Choose an inner cell in line with it"
        assert white.input.prompt(("(a3)", "b3")) == "The turn is complete"


START = ""
EARLY = "a3 f6 / b4 d9 f1"
"""The lines of a3 are b3 c3 d3 e3 f3 g2 and, beyond b4, c5 d6 e7 f8 g8 h8."""
LATE = "a3 b3 d6 / e3 b4 e7 k1"
"""The lines of a3 have stones on b3 and e3, and on b4, d6 and e7."""
STUCK = "a3 b3 c3 d3 e3 f3 g2 b4 c5 / d6 e7 f8 g8 h8 k1"
"""Both lines of a3 are full."""


def drawn(stones: str, seat: int = 1) -> SkirtPosition:
    white, _, black = stones.partition("/")
    return set_up(6, white, black, seat)


REFUSED = [
    (EARLY, "c2", "ambiguous", ["c2 can mean several moves", "b1-c2"]),
    (EARLY, "b1", "incomplete", ["b1 is only the start", "in line with it", "b1-c2"]),
    (EARLY, "(a3)", "incomplete", ["(a3) is only the start", "in line with it", "(a3)-b3"]),
    (EARLY, "", "unreadable", ["Type it like"]),
    (EARLY, "castle", "unreadable", ["“castle”", "Type it like"]),
    (EARLY, "(a3-b3", "unreadable", ["Type it like"]),
    (EARLY, "a3+b3", "unreadable", ["Type it like"]),
    (EARLY, "z9-b3", "off_board", ["z9", "rows a to k"]),
    (EARLY, "b8-b3", "off_board", ["b8", "b1 to b7"]),
    (EARLY, "a2-c12", "off_board", ["c12", "c1 to c8"]),
    (EARLY, "a2-b2-c2", "too_many_steps", ["a2-b2 is a whole turn"]),
    (EARLY, "a3-b3-c3", "too_many_steps", ["two stones at most"]),
    (EARLY, "c2-e1", "not_outer", ["c2 is an inner cell", "(a3)"]),
    (EARLY, "b2-a2", "not_outer", ["outer cell comes first", "a2-b2"]),
    (EARLY, "a3-c3", "own_stone_here", ["already your stone", "type (a3)-c3"]),
    (EARLY, "a3", "own_stone_here", ["already your stone", "type (a3)-b3"]),
    (EARLY, "f1-f2", "occupied", ["f1 is Black's stone", "You are White", "(a3)"]),
    (EARLY, "(f1)-f2", "wrong_colour", ["f1 is Black's stone", "You are White", "(a3)"]),
    (EARLY, "(a2)-b2", "empty_origin", ["a2 is empty", "type a2-b2"]),
    (EARLY, "a2-a4", "not_inner", ["a4 is an outer cell", "From a2", "b2"]),
    (EARLY, "(a3)-b4", "occupied", ["b4 is taken by Black's stone", "From a3", "c5"]),
    (EARLY, "f11-f6", "occupied", ["f6 is already your stone", "f10"]),
    (EARLY, "(a3)-e4", "not_on_line", ["e4 isn't on a straight line with a3", "b3"]),
    (EARLY, "(a3)-(c3)", "parentheses", ["Only put parentheses around the stone", "c3"]),
    (EARLY, "f11-f3", "blocked", ["f6, White's stone, is in the way", "f10"]),
    (LATE, "(a3)-g2", "only_one_run_is_jumped", ["e3 (Black's stone)", "c3, c5, d3"]),
    (LATE, "(a3)-f8", "only_one_run_is_jumped", ["d6 (White's stone)", "c3, c5, d3"]),
    (STUCK, "(a3)", "no_second_step", ["in line with a3", "a1"]),
    (STUCK, "(a3)-f6", "no_second_step", ["in line with a3", "a1"]),
    (STUCK, "a3-f6", "own_stone_here", ["already your stone. You can start from a1"]),
    (START, "a2-b2", "first_turn_one_stone", ["just one stone, on an outer cell: a2"]),
    (START, "b2", "not_outer", ["b2 is an inner cell", "a1, a2"]),
    (START, "(a2)", "empty_origin", ["a2 is empty", "type a2."]),
    (START, "(a2)-b2", "empty_origin", ["a2 is empty", "type a2."]),
    (
        "f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 / a1",
        "f11-g9",
        "outer_stone_wins_alone",
        ["f11 wins at once"],
    ),
]


class TestRefusals:
    @pytest.mark.parametrize(
        ("stones", "typed", "code", "words"),
        REFUSED,
        ids=[f"{row[2]}: {row[1]}" for row in REFUSED],
    )
    def test_a_refusal_explains_the_mistake_and_the_right_form(
        self, stones: str, typed: str, code: str, words: Iterable[str]
    ) -> None:
        with pytest.raises(Refusal) as refusal:
            read(drawn(stones), typed)
        assert refusal.value.code == code
        for part in words:
            assert part in refusal.value.words

    def test_a_move_out_of_turn_is_refused(self) -> None:
        with pytest.raises(Refusal) as refusal:
            read(drawn(EARLY), "b1-c2", seat=2)
        assert refusal.value.code == "not_your_turn"

    def test_no_move_is_legal_after_the_end(self) -> None:
        won = after(set_up(4, "d1 d2 d3 d4 d5", "a1 b2 g1"), "d7-d6")
        with pytest.raises(Refusal) as refusal:
            read(won, "b1-c2")
        assert refusal.value.code == "over"
        assert won.explain(("b1", "c2")).code == "over"

    def test_a_missing_second_step_is_explained(self) -> None:
        inner = inner_cells(4)
        position = SkirtPosition.set_up(4, ["a1"], inner)
        for typed in ("(a1)", "(a1)-b2", "a2-b2"):
            with pytest.raises(Refusal) as refusal:
                read(position, typed)
            assert refusal.value.code == "no_full_turn"
            assert "a2" in refusal.value.words

    @pytest.mark.parametrize(
        ("steps", "code"),
        [
            ((), "incomplete"),
            (("b1",), "must_place_two"),
            (("", ""), "unreadable"),
            (("(", ")"), "unreadable"),
            (("((a3))", "b3"), "unreadable"),
            (("A3", "b3"), "unreadable"),
            (("a1",) * 9, "too_many_steps"),
        ],
    )
    def test_any_steps_can_be_explained(self, steps: tuple[str, ...], code: str) -> None:
        assert drawn(EARLY).explain(steps).code == code


class TestRecordedPositions:
    @pytest.mark.parametrize("case", recorded.positions("skirt"), ids=lambda case: case["id"])
    def test_it_agrees_with_each(self, case: dict[str, Any]) -> None:
        position = SkirtPosition.set_up(**case["setup"])
        for step in case["steps"]:
            for kind, value in step.items():
                position = carry_out(position, kind, value)


def carry_out(position: SkirtPosition, kind: str, value: Any) -> SkirtPosition:
    """Check or play a step of a recorded case, and return the position after it."""
    legal = texts(position)
    match kind:
        case "play":
            return after(position, value)
        case "reads":
            typed, canonical = value
            assert write(position, read(position, typed)) == canonical
        case "rejects":
            with pytest.raises(Refusal):
                read(position, value)
        case "legal":
            assert sorted(legal) == value
        case "has":
            assert set(value) <= set(legal)
        case "lacks":
            assert not set(value) & set(legal)
        case "starting":
            origin, expected = value
            assert moves_from(position, origin) == expected
        case "count":
            assert len(legal) == value
        case "sha":
            assert recorded.digest(legal) == value
        case "seat":
            assert position.to_move == value
        case "result":
            winners = list(position.outcome.winners) if position.outcome else None
            assert winners == (value and value["winners"])
        case _:
            raise AssertionError(f"a recorded case demands {kind!r}")
    return position
