"""The places of a finished match (rules: passtally, "End")."""

from __future__ import annotations

from random import Random

import pytest

from rules.registry import GAMES
from rules.replay import Played, leave, leavers, places, random_play


def test_the_winner_of_two_is_first_and_the_other_second() -> None:
    assert places(2, (2,)) == (2, 1)


def test_more_points_come_first_and_equal_points_in_turn_order() -> None:
    assert places(3, (1,), (52, 30, 30)) == (1, 2, 3)
    assert places(3, (2,), (30, 52, 30)) == (2, 1, 3)
    assert places(3, (3,), (30, 31, 52)) == (3, 2, 1)


def test_the_winner_of_equal_points_is_first_and_the_others_follow_in_turn_order() -> None:
    assert places(3, (1,), (52, 52, 52)) == (1, 2, 3)


def test_a_seat_that_left_is_last_regardless_of_points() -> None:
    assert places(3, (2,), (60, 52, 30), leavers=[1]) == (3, 1, 2)


def test_the_first_seat_to_leave_is_last_of_all() -> None:
    assert places(3, (2,), (9, 3, 60), leavers=[1, 3]) == (3, 1, 2)
    assert places(3, (2,), (60, 3, 9), leavers=[3, 1]) == (2, 1, 3)


def test_resigning_against_the_last_opponent_beats_leaving_earlier() -> None:
    assert places(3, (2,), (60, 3, 9), leavers=[1]) == (3, 1, 2)


def test_several_winners_do_not_share_a_place() -> None:
    assert places(3, (1, 3)) == (1, 3, 2)
    assert places(3, (1, 3), (7, 20, 8)) == (2, 3, 1)


def test_a_draw_is_shared_by_all_who_stayed() -> None:
    assert places(2, ()) == (1, 1)
    assert places(2, (), (20, 20)) == (1, 1)
    assert places(3, (), (9, 20, 3), leavers=[1]) == (3, 1, 1)
    assert places(3, (), (9, 20, 3), leavers=[1, 2]) == (3, 2, 1)


@pytest.mark.parametrize("seed", range(10))
def test_a_match_with_a_departure_gives_each_seat_a_place_of_its_own(seed: int) -> None:
    game, random = GAMES["passtally"], Random(seed)
    start = game.start(game.deal({"players": 3}, random))
    played: list[Played] = []
    for each in random_play(start, random):
        if len(played) == 20:
            break
        played.append(each)
    gone = random.randint(1, 3)
    played.append(leave(played[-1].after, gone))
    played += random_play(played[-1].after, random)
    outcome = played[-1].after.outcome
    assert outcome is not None
    assert leavers(played) == (gone,)
    ranking = places(3, outcome.winners, outcome.scores, leavers(played))
    assert sorted(ranking) == [1, 2, 3]
    assert ranking[gone - 1] == 3
    assert ranking[outcome.winners[0] - 1] == 1
