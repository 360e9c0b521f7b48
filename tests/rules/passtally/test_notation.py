"""The notation of Passtally: typed moves, refusals and encoded positions."""

from __future__ import annotations

from random import Random

import pytest

from rules.notation import read
from rules.passtally.position import PasstallyPosition
from rules.refusal import Refusal
from rules.replay import random_play
from tests.rules.passtally.positions import GAME, after, start, two_seats

# Reading


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("n3-n4", "N3-N4"),
        ("N3 N4", "N3-N4"),
        ("n3,n4", "N3-N4"),
        ("n3n4", "N3-N4"),
        ("e3-e2", "E3-E2"),
        ("2:c3-d3", "2:c3-d3"),
        ("2 C3 D3", "2:c3-d3"),
        ("2c3d3", "2:c3-d3"),
        ("2 : d3 – c3", "2:d3-c3"),
        ("2:e3-e2", "2:e3-e2"),
        ("1:d3-c3", "1:c3-d3"),
        ("1 c4 c3", "1:c3-c4"),
    ],
)
def test_every_form_of_the_notation_is_read(typed: str, canonical: str) -> None:
    position = two_seats()
    assert position.text(read(position, typed)) == canonical


def test_a_spot_is_read_in_any_letter_case_while_markers_are_placed() -> None:
    assert read(start(), "e3") == read(start(), " E3 ") == ("E3",)


PLACING = after(start(), "N3")
CROWDED = two_seats(
    markers={
        spot: 1 + number // 4
        for number, spot in enumerate(["N1", "N2", "N3", "N4", "N5", "N6", "E1", "E2"])
    }
)
STACKED = two_seats(["XX:a1-b1", "XX:a2-b2", "XX:a1-a2"], [["XX"] * 3, ["XA"] * 3, []])
TWINS = two_seats([], [["XX"] * 3, [], []])


@pytest.mark.parametrize(
    ("position", "typed", "code", "words"),
    [
        (PLACING, "N3", "spot_taken", "N3 is taken by Amber's marker. Choose N1, N2, N4, N5 or N6"),
        (PLACING, "S3", "wrong_side", "This marker goes to the top. Choose N1"),
        (PLACING, "N7", "unknown_spot", "N7 isn't a spot. Spots are N1 to N6"),
        (PLACING, "c3", "unknown_spot", "c3 isn't a spot"),
        (PLACING, "N1-N2", "placement_first", "Type one spot. Choose N1"),
        (PLACING, "2:c3-d3", "placement_first", "still being placed"),
        (PLACING, "hello", "unreadable", "Type it like N1 or N6"),
        (CROWDED, "S4", "placement_over", "Move one of them, or lay a tile"),
        (STACKED, "N5", "not_your_marker", "Teal's marker is on N5. Your markers are on N3, E3"),
        (STACKED, "N5-N6", "not_your_marker", "Teal's marker is on N5"),
        (STACKED, "N1-N2", "empty_spot", "There is no marker on N1. Your markers are on N3"),
        (STACKED, "N3-N3", "same_spot", "From N3 it can go to N1, N2, N4, N6"),
        (
            STACKED,
            "N3-N5",
            "landing_taken",
            "You can jump over markers, but not land on them. From N3",
        ),
        (STACKED, "N3-E1", "too_far", "From N3 it can go to N1, N2, N4, N6"),
        (STACKED, "N3-Q9", "unknown_spot", "Q9 isn't a spot"),
        (STACKED, "N3-N4-N6", "too_many_steps", "Your second action is a separate move"),
        (STACKED, "4:c3-d3", "no_such_pile", "There are tiles in piles 1, 2"),
        (STACKED, "3:c3-d3", "pile_empty", "Pile 3 is used up. There are tiles in piles 1, 2"),
        (STACKED, "1:c3-g3", "off_board", "g3 isn't a cell of the board, a1 to f6"),
        (STACKED, "1:c3-d4", "cells_not_adjacent", "Beside c3 are b3, c2, c4, d3"),
        (STACKED, "1:c3-c3", "cells_not_adjacent", "don't share an edge"),
        (STACKED, "1:b1-c1", "heights_differ", "b1 has height 1 and c1 has 0"),
        (STACKED, "1:b1-c1", "heights_differ", "A tile can cover b1 and b2"),
        (STACKED, "2:a2-a1", "one_tile_below", "A tile must lie on two different ones"),
        (STACKED, "1:c3-d3-e3", "too_many_steps", "A tile covers two cells"),
        (STACKED, "2:a1", "incomplete", "Type a1 and the other cell"),
        (STACKED, "g7-g8", "off_board", "Cells are a1 to f6"),
        (STACKED, "a1-a2", "incomplete", "Type the tile's pile first"),
        (STACKED, "c3-d3", "ambiguous", "1:c3-d3, 2:c3-d3"),
        (STACKED, "d3-c3", "ambiguous", "1:c3-d3, 2:d3-c3"),
        (TWINS, "d3-c3", "incomplete", "d3-c3 isn't a whole move. Do you mean 1:c3-d3?"),
        (STACKED, "N3", "incomplete", "Choose the marker's new spot"),
        (STACKED, "2", "incomplete", "Choose the cell of the first half of XA"),
        (STACKED, "2:c3-d3 please", "unreadable", "Type it like 1:a3-a4 or W3-W6"),
    ],
)
def test_illegal_input_is_refused_with_a_code_and_kind_words(
    position: PasstallyPosition, typed: str, code: str, words: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        read(position, typed)
    assert refusal.value.code == code
    assert words in refusal.value.words


def test_a_refusal_of_non_canonical_steps_gives_the_canonical_text() -> None:
    refusal = STACKED.explain(("1", "d3", "c3"))
    assert refusal.code == "other_order"
    assert "1:c3-d3" in refusal.words


# Encoding


@pytest.mark.parametrize("players", [2, 3])
def test_every_position_of_a_match_is_read_back(players: int) -> None:
    for played in random_play(start(players), Random(players)):
        text = played.after.encode()
        assert "\n" not in text
        assert GAME.decode(text) == played.after


def test_the_rounds_without_a_tile_are_read_back() -> None:
    position = two_seats(round=4)
    assert len(position.encode().split(" ")) == 12
    after_a_tile = after(position, "1:a1-b1")
    assert after_a_tile.encode().endswith(" - 0")
    walked = after(position, "N3-N4", "N4-N3", "N5-N6", "N6-N5")
    assert walked.encode().endswith(" - 2")
    ended = after(two_seats(), *("N3-N4", "N4-N3", "N5-N6", "N6-N5") * 10)
    assert ended.encode().endswith(" no_tile 10")
    for each in (position, after_a_tile, walked, ended):
        assert GAME.decode(each.encode()) == each


def test_a_position_encoded_without_the_rounds_is_in_its_first_one_without_a_tile() -> None:
    old = (
        "2 1 2 7 0 - - 30,31 ..1.2...12...2.1....2.1. AB,XA/BB,AB/BB,XX AA:c5-d5,BB:d3-d4,AA:d1-e1"
    )
    position = GAME.decode(f"{old} -")
    assert position.rounds_without_tile == 1
    assert position.encode() == f"{old} -"


@pytest.mark.parametrize("rounds", ["1", "-1", "2", "11", "x", "-", "02"])
def test_impossible_rounds_without_a_tile_are_a_value_error(rounds: str) -> None:
    with pytest.raises(ValueError):
        GAME.decode(f"{GOOD} {rounds}")


GOOD = two_seats(["XA:c3-d3"], scores=(4, 0)).encode()


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("XA:c3-d3", "XA:c3-d4"),
        ("XA:c3-d3", "XA:c3-d3,XA:c3-d3"),
        ("XA:c3-d3", "XZ:c3-d3"),
        ("XX,XA/", "XX,X/"),
        ("XX,XA/", ""),
        (" 4,0 ", " 4 "),
        (" 4,0 ", " 4,-1 "),
        (" 4,0 ", " 4,٣ "),
        ("2 1 2 1", "4 1 2 1"),
        ("2 1 2 1", "2 3 2 1"),
        ("2 1 2 1", "2 1 3 1"),
        ("2 1 2 1", "2 1 2 0"),
        ("2 1 2 1", "02 1 2 1"),
        ("2 1 2 1", "2 1 2"),
        ("..1.2", "..3.2"),
        ("..1.2", "1.1.2"),
    ],
)
def test_decoding_an_invalid_position_is_a_value_error(part: str, instead: str) -> None:
    assert GAME.decode(GOOD).scores == (4, 0)
    assert part in GOOD
    with pytest.raises(ValueError):
        GAME.decode(GOOD.replace(part, instead, 1))


@pytest.mark.parametrize(
    "ended", ["fifty", "pile_used_up", "piles_used_up", "no_place", "no_tile", "tired"]
)
def test_decoding_a_premature_end_is_a_value_error(ended: str) -> None:
    fields = GOOD.split(" ")
    fields[2], fields[-1] = "0", ended
    with pytest.raises(ValueError):
        GAME.decode(" ".join(fields))
