"""Assumptions of the search in Scala: immediate wins and pruned moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random

import pytest

from engine import alpha_beta
from engine.alpha_beta import AlphaBeta
from engine.games.scala.evaluation import RESERVE, CarefulJudge, ScalaJudge
from engine.search import any_winning_move
from rules.position import Move
from rules.replay import random_play
from rules.scala.game import Scala
from rules.scala.position import ScalaPosition


class Unpruned(ScalaJudge):
    """The same judge without bounds on gains, so that no move is pruned."""

    def gains(self, position: ScalaPosition) -> Callable[[Move], float]:
        return lambda move: inf


def positions(seed: int, every: int) -> Iterator[ScalaPosition]:
    for number, played in enumerate(random_play(Scala().start({}), Random(seed))):
        if number % every == 0:
            assert isinstance(played.before, ScalaPosition)
            yield played.before


@pytest.mark.parametrize("seed", range(8))
def test_an_immediate_win_is_detected_exactly_if_there_is_one(seed: int) -> None:
    judge = ScalaJudge()
    for position in positions(seed, every=1):
        win = judge.winning_move(position)
        if win is None:
            any_win = any_winning_move(position)
            assert any_win is None or not position.play(any_win).has_reached_its_goal(position.seat)
        else:
            assert win in position.moves()
            assert position.play(win).has_reached_its_goal(position.seat)


def test_a_stone_cut_off_on_its_goal_does_not_win() -> None:
    judge = ScalaJudge()
    alone = ScalaPosition.set_up(["f13", "f5", "f6"], ["f4", "g5"], seat=1)
    assert judge.winning_move(alone) is None
    beside_an_enemy = ScalaPosition.set_up(["e12", "f5", "f6"], ["f13", "f4", "g5"], seat=1)
    assert judge.winning_move(beside_an_enemy) is None
    together = ScalaPosition.set_up(["e12", "f12"], ["f13", "g12"], seat=1)
    assert judge.winning_move(together) in {("e12", "f14"), ("f12", "f14")}


@pytest.mark.parametrize("seed", range(4))
def test_a_moves_gain_stays_within_its_stated_bound(seed: int) -> None:
    judge = ScalaJudge()
    for position in positions(seed, every=3):
        before, gains = judge.evaluate(position), judge.gains(position)
        for move in position.moves():
            after = position.play(move)
            if not after.has_reached_its_goal(position.seat):
                assert -judge.evaluate(after) - before <= gains(move)


@pytest.mark.slow
def test_pruning_moves_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alpha_beta, "DEEPEST", 2)
    # Beyond the depth limit, a threat could be worth more than its gain.
    monkeypatch.setattr(alpha_beta, "EXTENSIONS", 0)
    for position in positions(seed=7, every=6):
        pruned, whole = (
            AlphaBeta(judge).find(position, 10**6, Random(1))
            for judge in (ScalaJudge(), Unpruned())
        )
        assert pruned.values == pytest.approx(whole.values)
        assert pruned.work <= whole.work


def test_a_careful_judge_counts_the_stones_that_its_seat_loses() -> None:
    plain, losses = ScalaJudge(), 0
    for seed in range(4):
        roots: list[ScalaPosition] = []
        for position in positions(seed, every=1):
            roots = [*roots, position][-8:]
            for root in roots:
                own, left = (
                    each.history[-1][root.seat - 1].bit_count() for each in (root, position)
                )
                difference = CarefulJudge(root).evaluate(position) - plain.evaluate(position)
                lost = RESERVE[own] - RESERVE[left]
                assert difference == (-lost if position.seat == root.seat else lost)
                losses += own != left
    assert losses > 100
