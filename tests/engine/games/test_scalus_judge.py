"""Assumptions of the search that prunes moves of Scalus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import alpha_beta
from engine.alpha_beta import AlphaBeta
from engine.games.scalus.evaluation import ScalusJudge
from rules.position import Move
from rules.replay import random_play
from rules.scalus.game import Scalus
from rules.scalus.position import ScalusPosition


class Unpruned(ScalusJudge):
    """The same judge without bounds on gains, so that no move is pruned."""

    def gains(self, position: ScalusPosition) -> Callable[[Move], float]:
        return lambda move: float("inf")


def positions(seed: int, every: int, patterns: int = 0) -> Iterator[ScalusPosition]:
    start = Scalus().start({"patterns": patterns})
    for number, played in enumerate(random_play(start, Random(seed))):
        if number % every == 0:
            assert isinstance(played.before, ScalusPosition)
            yield played.before


@pytest.mark.parametrize("seed", range(4))
def test_a_move_changes_the_evaluation_by_what_it_gains(seed: int) -> None:
    judge = ScalusJudge()
    for position in positions(seed, every=3, patterns=seed % 2):
        before, gains = judge.evaluate(position), judge.gains(position)
        for move in position.moves():
            after = position.play(move)
            if after.outcome is None:
                assert -judge.evaluate(after) - before == pytest.approx(gains(move))


@pytest.mark.slow
def test_pruning_moves_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alpha_beta, "DEEPEST", 2)
    # Beyond the depth limit, a threat could be worth more than its gain.
    monkeypatch.setattr(alpha_beta, "EXTENSIONS", 0)
    for position in positions(seed=7, every=6):
        pruned, whole = (
            AlphaBeta(judge).find(position, 10**6, Random(1))
            for judge in (ScalusJudge(), Unpruned())
        )
        assert pruned.values == pytest.approx(whole.values)
        assert pruned.work <= whole.work
