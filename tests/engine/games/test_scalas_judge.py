"""The computer's knowledge of Scalas: whose turn is next, and what can be covered."""

from __future__ import annotations

from random import Random

from engine.games.scalas.evaluation import features
from engine.opponent import greedy_move
from rules.scalas.position import ScalasPosition

ALONE = ScalasPosition.set_up(5, {"a1": "R", "a2": "B", "e5": "B"}, (0, 3), seat=2)
"""Blue continues alone, and can cover a red top or one of its own."""


def test_looking_one_move_ahead_sees_that_a_seat_continues_alone() -> None:
    assert {greedy_move("scalas", ALONE, Random(seed)) for seed in range(5)} == {("a1",)}


def test_a_top_without_a_stair_down_cannot_be_covered() -> None:
    towers = {"a1": "RRR", "c3": "B", "c4": "R"}
    position = ScalasPosition.set_up(5, towers, (21, 24), seat=2)
    tops, can_be_covered, hands, turn, both, placements = features(position)
    assert (tops, hands, turn) == (1, -3, -1)
    # The tower on a1 has no stair down, and the two others only have each other.
    assert can_be_covered == 0
    assert both == -2
    assert placements == -len(position.moves()) / 10


def test_the_turn_counts_for_neither_seat_while_a_choice_is_pending() -> None:
    pairs = [("a1", "c1"), ("c1", "e1")]
    towers = {"a1": "R", "c1": "R", "e1": "R", "d4": "B"}
    position = ScalasPosition.set_up(5, towers, (22, 24), seat=1, pending=pairs)
    assert features(position)[:1] == (2,)
    assert features(position)[3:] == (0, 0, 0)
