"""Fit the evaluation of Scalas to the results of matches.

    python -m benchmarks.fit [scalas] [--matches 400] [--work 300] [--size 5] [--seed 1]

The engine plays itself with `--work` nodes a move, from random openings and with some random moves.
For each stage the `features` of its positions are fitted to the result (a draw counts half) by
logistic regression. Every fifth match is held out, to compare the log-loss of the current and the
fitted weights (0.693 is a coin toss). The weights are printed in the form of
`engine/games/scalas/evaluation.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from time import process_time

from engine.games.scalas.evaluation import LEFT, WEIGHTS, Weights, features, stage_of
from engine.registry import ENGINES
from rules.registry import GAMES
from rules.replay import random_play
from rules.scalas.position import ScalasPosition

OPENING = 4
"""Random moves at the start of each match."""

WHIMS = 0.1
"""The share of random moves after the opening."""

HELD_OUT = 5
"""Every n-th match is held out."""

SMALLEST = min(WEIGHTS)
"""The default size."""

STEPS = 20
"""Steps of Newton's method, more than it needs to converge."""

CAUTION = 1.0
"""Ridge penalty, in results."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a match, and the match's result."""

    stage: int
    features: Weights
    share: float
    """Seat 1's share of the win."""


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
    training: list[Sample] = []
    held_out: list[Sample] = []
    for number in range(chosen.matches):
        samples = samples_of_match(chosen.size, chosen.work, Random(f"{chosen.seed} {number}"))
        (training if number % HELD_OUT else held_out).extend(samples)
    stages = len(LEFT) + 1
    fitted = [fit([each for each in training if each.stage == stage]) for stage in range(stages)]
    print(f"{chosen.matches} matches in {process_time() - began:.0f} s of processor time:")
    print(f"{len(training)} positions to fit to, {len(held_out)} held out")
    before, after = loss(held_out, WEIGHTS[chosen.size]), loss(held_out, fitted)
    print(f"log-loss of the present weights {before:.3f}, of the fitted ones {after:.3f}")
    for weights in fitted:
        print(f"    ({', '.join(f'{weight:.3f}' for weight in weights)}),")


def samples_of_match(size: int, work: int, random: Random) -> list[Sample]:
    """Play a match, and return its positions after the opening."""
    game = GAMES["scalas"]
    position = game.start(game.choose({"size": size}))
    for opening, _ in zip(random_play(position, random), range(OPENING), strict=False):
        position = opening.after
    search = ENGINES["scalas"].search
    positions: list[ScalasPosition] = []
    while position.to_move is not None:
        assert isinstance(position, ScalasPosition)
        positions.append(position)
        if random.random() < WHIMS:
            move = random.choice(position.moves())
        else:
            move = search.find(position, work, random).move
        position = position.play(move)
    assert position.outcome is not None
    winners = position.outcome.winners
    share = float(winners == (1,)) if winners else 0.5
    return [Sample(stage_of(each), features(each), share) for each in positions]


def chance(weights: Sequence[float], each: Sample) -> float:
    """Seat 1's chance of winning."""
    value = sum([weight * feature for weight, feature in zip(weights, each.features, strict=True)])
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


def fit(samples: Sequence[Sample]) -> Weights:
    """Fit weights by penalised logistic regression, with Newton's method."""
    count = len(WEIGHTS[SMALLEST][0])
    weights = [0.0] * count
    for _ in range(STEPS):
        slope = [-CAUTION * weight for weight in weights]
        bend = [[CAUTION * (row == column) for column in range(count)] for row in range(count)]
        for each in samples:
            expected = chance(weights, each)
            error, doubt = each.share - expected, expected * (1 - expected)
            for row, feature in enumerate(each.features):
                slope[row] += error * feature
                weighted = doubt * feature
                for column, other in enumerate(each.features):
                    bend[row][column] += weighted * other
        change = solve(bend, slope)
        weights = [weight + step for weight, step in zip(weights, change, strict=True)]
    return tuple(weights)


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations with a symmetric positive matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        for other in rows:
            if other is not row:
                factor = other[pivot] / row[pivot]
                other[:] = [one - factor * two for one, two in zip(other, row, strict=True)]
    return [row[-1] / row[number] for number, row in enumerate(rows)]


def loss(samples: Sequence[Sample], weights: Sequence[Sequence[float]]) -> float:
    """Return the mean log-loss of the weights."""
    total = 0.0
    for each in samples:
        expected = chance(weights[each.stage], each)
        total -= each.share * log(expected) + (1 - each.share) * log(1 - expected)
    return total / len(samples)


if __name__ == "__main__":
    main()
