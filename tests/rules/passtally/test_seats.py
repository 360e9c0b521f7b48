"""Hidden tiles of Passtally, and seats that leave."""

from __future__ import annotations

from random import Random

import pytest

from rules.notation import read
from rules.passtally.board import UNKNOWN
from rules.passtally.position import PasstallyPosition
from rules.refusal import Refusal
from rules.replay import random_play
from tests.rules.passtally.positions import (
    GAME,
    ROW_OF_THREE_PASSES,
    after,
    start,
    texts,
    three_seats,
    two_seats,
)

# Head start


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({}, (0, 0)),
        ({"players": 3}, (0, 0, 0)),
        ({"head-start": 2}, (2, 0)),
        ({"players": 3, "head-start": 1}, (1, 0, 0)),
        ({"players": 3, "head-start": 2}, (2, 1, 0)),
        ({"players": 3, "head-start": 3}, (3, 1, 0)),
        ({"players": 3, "head-start": 5}, (5, 2, 0)),
    ],
)
def test_a_head_start_gives_earlier_seats_points_before_the_first_marker(
    options: dict[str, int], scores: tuple[int, ...]
) -> None:
    position = GAME.start(GAME.deal(GAME.choose(options), Random(1)))
    assert position.scores == scores
    assert GAME.decode(position.encode()) == position


def test_a_match_from_before_the_option_existed_has_no_head_start() -> None:
    assert GAME.start(GAME.deal({"players": 2}, Random(1))).scores == (0, 0)


def test_points_of_a_head_start_count_like_any_others() -> None:
    deal = GAME.deal(GAME.choose({"head-start": 3}), Random(6))
    ahead, level = GAME.start(deal), GAME.start({**deal, "head-start": 0})
    for played in random_play(level, Random(6)):
        level, ahead = played.after, ahead.play(played.move)
        assert ahead.scores == (level.scores[0] + 3, level.scores[1])
    assert ahead.outcome is not None
    assert ahead.outcome.scores == ahead.scores


@pytest.mark.parametrize("scores", [(0, 1), (6, 0), (2, 1), (2, 0, 0), (3, 1, 1)])
def test_no_other_points_exist_before_the_first_turn(scores: tuple[int, ...]) -> None:
    none = ",".join("0" * len(scores))
    text = start(len(scores)).encode().replace(f" {none} ", f" {','.join(map(str, scores))} ")
    with pytest.raises(ValueError, match="no such position"):
        GAME.decode(text)


# Hidden tiles


def test_only_the_tiles_under_the_face_up_ones_are_hidden() -> None:
    position = start(3)
    for played in random_play(position, Random(4)):
        view = played.before.seen_by(1)
        assert isinstance(view, PasstallyPosition)
        assert isinstance(played.before, PasstallyPosition)
        assert view.face_up == played.before.face_up
        assert view.tiles_left == played.before.tiles_left
        assert {kind for pile in view.piles for kind in pile[1:]} <= {UNKNOWN}
        assert view.moves() == played.before.moves()
        assert view == played.before.seen_by(None) == played.before.seen_by(3) == view.seen_by(2)
        assert (view.board, view.ring, view.scores) == (
            played.before.board,
            played.before.ring,
            played.before.scores,
        )
        assert GAME.decode(view.encode()) == view


def test_two_deals_with_the_same_face_up_tiles_look_the_same() -> None:
    deal = GAME.deal({"players": 2}, Random(8))
    other = {**deal, "deck": [[pile[0], *reversed(pile[1:])] for pile in deal["deck"]]}
    assert GAME.start(deal) != GAME.start(other)
    assert GAME.start(deal).seen_by(2).encode() == GAME.start(other).seen_by(2).encode()


def test_everything_is_revealed_once_the_match_is_over() -> None:
    *_, last = random_play(start(), Random(3))
    assert last.after.seen_by(1) == last.after
    assert UNKNOWN not in last.after.encode()


def test_a_viewed_position_continues_without_the_revealed_tile() -> None:
    view = two_seats().seen_by(1)
    position = after(view, "1:a1-b1")
    assert position.face_up == (UNKNOWN, "XA", "AB")
    assert {text[0] for text in texts(position)} == {"2", "3", "N", "E", "S", "W"}
    with pytest.raises(Refusal) as refusal:
        read(position, "1:c1-d1")
    assert refusal.value.code == "unknown_tile"
    assert after(position, "2:c1-d1").to_move == 2


# Seats that leave


def test_a_seat_that_is_out_is_skipped_and_its_markers_stay() -> None:
    position = three_seats().without(2)
    position = after(position, "N3-N4", "N4-N3")
    assert position.to_move == 3
    position = after(position, "N1-N2", "N2-N1")
    assert (position.to_move, position.round) == (1, 2)
    assert list(position.markers.values()).count(2) == 4


def test_leaving_during_a_turn_ends_it_without_scoring() -> None:
    piles = [["XX"] * 3] * 3
    markers = {"W3": 1, "E4": 1, "N1": 1, "S1": 1, "N2": 2, "W1": 2, "S5": 3, "S6": 3}
    position = after(
        PasstallyPosition.set_up(3, piles, ROW_OF_THREE_PASSES, markers), "1:a1-b1"
    ).without(1)
    assert (position.to_move, position.actions_left, position.scores) == (2, 2, (0, 0, 0))
    assert position.without(1) == position


def test_the_last_round_is_complete_when_its_last_seat_leaves() -> None:
    position = three_seats(piles=[[], ["XX"] * 3, ["XX"] * 3], seat=3, scores=(3, 5, 9))
    outcome = position.without(3).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((2,), (3, 5, 9))


def test_a_last_round_ends_with_the_last_seat_that_still_plays() -> None:
    position = three_seats(piles=[[], ["XX"] * 3, ["XX"] * 3], seat=2).without(3)
    assert after(position, "N5-N4", "N4-N5").ended == "pile_used_up"


def test_a_seat_may_go_out_while_markers_are_placed() -> None:
    position = start(3).without(1)
    assert (position.to_move, position.open_sides) == (2, "NESW")
    position = after(position, "N3", "N4", "S1", "S2", "E1")
    assert position.to_move == 3
    position = after(position.without(3), "W1")
    assert (position.to_move, position.round) == (2, 1)
    assert GAME.decode(position.encode()) == position


def test_two_placements_in_a_row_are_one_turn_even_if_a_seat_between_is_out() -> None:
    position = start(3)
    assert [each.is_mid_turn for each in (position, after(position, "N3", "N4", "N5"))] == [0, 1]
    position = after(position.without(3), "N3", "N4")
    assert (position.to_move, position.is_mid_turn) == (2, True)
    position = after(position, "S3")
    assert (position.to_move, position.is_mid_turn) == (1, False)
    # Seat 3 has placed a marker between the two of seat 2.
    position = after(start(3), "N3", "N4", "N5").without(3)
    assert (position.to_move, position.is_mid_turn) == (2, False)


def test_the_text_of_the_end_names_the_seats_that_left() -> None:
    position = three_seats(piles=[[], ["XX"] * 3, []], seat=3, scores=(3, 60, 9)).without(2)
    outcome = position.without(3).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.words.partition(": ")[2]) == (
        (1,),
        "Amber 3, Teal 60 (left), Violet 9 (left).",
    )


def test_the_last_seat_cannot_go_out() -> None:
    with pytest.raises(ValueError):
        two_seats().without(1).without(2)
    with pytest.raises(ValueError):
        two_seats().without(3)
