"""Fits the evaluation of Scalas: plays matches, and finds the weights that tell their results best.

    python -m benchmarks.fit [scalas] [--matches 400] [--work 300] [--size 5] [--seed 1]

The engine plays itself by `--work` nodes a move, from random openings and with some random moves in
between. What the judge sees in each position (`features`) is then weighed, stage by stage, by
logistic regression against who won (a draw counts half). Every fifth match is held out: of it the
table tells how well the present weights and the fitted ones foresee the result (log-loss; 0.693
knows nothing). The weights are printed as `engine/games/scalas.py` has them.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from time import process_time

from engine.games.scalas.judge import LEFT, WEIGHTS, Weights, features, stage_of
from engine.registry import ENGINES
from rules.registry import GAMES
from rules.replay import random_play
from rules.scalas.position import ScalasPosition

OPENING = 4
"""Random moves that each match begins with."""

WHIMS = 0.1
"""How often a move is random later on."""

HELD_OUT = 5
"""Every such match is not fitted to."""

SMALLEST = min(WEIGHTS)
"""The size that is fitted if none is named."""

STEPS = 20
"""Of Newton's method; it has converged long before."""

CAUTION = 1.0
"""How much a weight is drawn to zero (ridge), as if so many results spoke for it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A position of a match, and what came of it."""

    stage: int
    features: Weights
    share: float
    """Of the win, for seat 1."""


def main() -> None:
    """Play, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=("scalas",), default="scalas")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--work", type=int, default=300, help="nodes a move")
    parser.add_argument("--size", type=int, choices=sorted(WEIGHTS), default=SMALLEST)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    began = process_time()
    fitted_to: list[Seen] = []
    held_out: list[Seen] = []
    for number in range(chosen.matches):
        samples = played(chosen.size, chosen.work, Random(f"{chosen.seed} {number}"))
        (fitted_to if number % HELD_OUT else held_out).extend(samples)
    stages = len(LEFT) + 1
    fitted = [fit([each for each in fitted_to if each.stage == stage]) for stage in range(stages)]
    print(f"{chosen.matches} matches in {process_time() - began:.0f} s of processor time:")
    print(f"{len(fitted_to)} positions to fit to, {len(held_out)} held out")
    before, after = loss(held_out, WEIGHTS[chosen.size]), loss(held_out, fitted)
    print(f"log-loss of the present weights {before:.3f}, of the fitted ones {after:.3f}")
    for weights in fitted:
        print(f"    ({', '.join(f'{weight:.3f}' for weight in weights)}),")


def played(size: int, work: int, random: Random) -> list[Seen]:
    """The positions of a match after its opening, each with the result."""
    game = GAMES["scalas"]
    position = game.start(game.choose({"size": size}))
    for opening, _ in zip(random_play(position, random), range(OPENING), strict=False):
        position = opening.after
    search = ENGINES["scalas"].search
    passed: list[ScalasPosition] = []
    while position.to_move is not None:
        assert isinstance(position, ScalasPosition)
        passed.append(position)
        if random.random() < WHIMS:
            move = random.choice(position.moves())
        else:
            move = search.find(position, work, random).move
        position = position.play(move)
    assert position.outcome is not None
    winners = position.outcome.winners
    share = float(winners == (1,)) if winners else 0.5
    return [Seen(stage_of(each), features(each), share) for each in passed]


def chance(weights: Sequence[float], each: Seen) -> float:
    """Of seat 1 to win."""
    value = sum([weight * feature for weight, feature in zip(weights, each.features, strict=True)])
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def fit(samples: Sequence[Seen]) -> Weights:
    """Weights by penalised logistic regression, with Newton's method."""
    count = len(WEIGHTS[SMALLEST][0])
    weights = [0.0] * count
    for _ in range(STEPS):
        slope = [-CAUTION * weight for weight in weights]
        bend = [[CAUTION * (row == column) for column in range(count)] for row in range(count)]
        for each in samples:
            expected = chance(weights, each)
            missed, doubt = each.share - expected, expected * (1 - expected)
            for row, feature in enumerate(each.features):
                slope[row] += missed * feature
                weighed = doubt * feature
                for column, other in enumerate(each.features):
                    bend[row][column] += weighed * other
        change = solved(bend, slope)
        weights = [weight + step for weight, step in zip(weights, change, strict=True)]
    return tuple(weights)


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of linear equations, by elimination; the matrix is symmetric and positive."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        for other in rows:
            if other is not row:
                factor = other[pivot] / row[pivot]
                other[:] = [one - factor * two for one, two in zip(other, row, strict=True)]
    return [row[-1] / row[number] for number, row in enumerate(rows)]


def loss(samples: Sequence[Seen], weights: Sequence[Sequence[float]]) -> float:
    """How badly the weights foresee results, on average: the log-loss."""
    total = 0.0
    for each in samples:
        expected = chance(weights[each.stage], each)
        total -= each.share * log(expected) + (1 - each.share) * log(1 - expected)
    return total / len(samples)


if __name__ == "__main__":
    main()
