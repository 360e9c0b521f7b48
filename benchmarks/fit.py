"""Fit the evaluation of Passtally or Scalas to the results of matches.

    python -m benchmarks.fit [passtally | scalas] [--matches 400] [--work N] [--size N] [--seed 1]

The engine plays itself with `--work` nodes or simulations a move, from random openings and with
some random moves. The size is the value of the game's first option, in Passtally the number of
players.

For each stage the features of its positions are fitted to the result (a draw is shared) by
conditional logistic regression: a seat's chance grows with the exponential of its weighted
features. Every fifth match is held out, to compare the log-loss of the current and the fitted
weights. Saying the same chance for all has 0.693 for two seats and 1.099 for three. The weights are
printed in the form of `engine/games/scalas/evaluation.py`, those of Passtally also as points.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import mul
from random import Random
from time import process_time

from engine.games.passtally import evaluation as passtally
from engine.games.scalas import evaluation as scalas
from engine.registry import ENGINES
from engine.search import Values, values_at_the_end
from rules.passtally.position import PasstallyPosition
from rules.position import Position
from rules.registry import GAMES
from rules.replay import random_play
from rules.scalas.position import ScalasPosition

OPENING = 4
"""Random moves at the start of each match."""

WHIMS = 0.1
"""The share of random moves after the opening."""

HELD_OUT = 5
"""Every n-th match is held out."""

STEPS = 20
"""Steps of Newton's method, more than it needs to converge."""

CAUTION = 1.0
"""Ridge penalty, in results."""

Weights = tuple[float, ...]
"""One weight or value for each feature."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a match, and the match's result."""

    stage: int
    features: tuple[Weights, ...]
    """Of each seat, seat 1 first."""
    shares: Values


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The features and weights of one game."""

    work: int
    """The usual nodes or simulations a move."""
    weights: Callable[[int], Sequence[Weights]]
    """The current weights of each stage, by size."""
    sample: Callable[[Position, Values], Sample]
    """The sample of a position and the result of its match."""


def scalas_sample(position: Position, shares: Values) -> Sample:
    """Return a sample of Scalas. Its features are seat 1's lead, so those of seat 2 are zero."""
    assert isinstance(position, ScalasPosition)
    features = scalas.features(position)
    return Sample(scalas.stage_of(position), (features, (0.0,) * len(features)), shares)


def passtally_sample(position: Position, shares: Values) -> Sample:
    """Return a sample of Passtally, which has one stage."""
    assert isinstance(position, PasstallyPosition)
    return Sample(0, tuple(passtally.features_of(position).values()), shares)


EVALUATIONS = {
    "passtally": Evaluation(40, lambda _: (passtally.WEIGHTS,), passtally_sample),
    "scalas": Evaluation(300, scalas.WEIGHTS.__getitem__, scalas_sample),
}


def main() -> None:
    """Play, fit, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=EVALUATIONS, default="scalas")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--work", type=int, help="nodes or simulations a move")
    parser.add_argument("--size", type=int, help="the game's first option")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    evaluation = EVALUATIONS[chosen.game]
    option = GAMES[chosen.game].options[0]
    size = option.default if chosen.size is None else chosen.size
    began = process_time()
    training: list[Sample] = []
    held_out: list[Sample] = []
    for number in range(chosen.matches):
        random = Random(f"{chosen.seed} {number}")
        samples = samples_of_match(chosen.game, size, chosen.work or evaluation.work, random)
        (training if number % HELD_OUT else held_out).extend(samples)
    current = evaluation.weights(size)
    fitted = [
        fit([each for each in training if each.stage == stage]) for stage in range(len(current))
    ]
    print(f"{chosen.matches} matches in {process_time() - began:.0f} s of processor time:")
    print(f"{len(training)} positions to fit to, {len(held_out)} held out")
    before, after = loss(held_out, current), loss(held_out, fitted)
    print(f"log-loss of the present weights {before:.3f}, of the fitted ones {after:.3f}")
    for weights in fitted:
        print(f"    ({', '.join(f'{weight:.3f}' for weight in weights)}),")
        if chosen.game == "passtally":
            spread, *values = (each / weights[0] for each in (1, *weights[1:]))
            print(f"    spread {spread:.2f}, values {', '.join(f'{each:.2f}' for each in values)}")


def samples_of_match(key: str, size: int, work: int, random: Random) -> list[Sample]:
    """Play a match, and return its positions after the opening."""
    game, search = GAMES[key], ENGINES[key].search
    position = game.start(game.deal(game.choose({game.options[0].key: size}), random))
    for opening, _ in zip(random_play(position, random), range(OPENING), strict=False):
        position = opening.after
    positions: list[Position] = []
    while position.to_move is not None:
        positions.append(position)
        if random.random() < WHIMS:
            move = random.choice(position.moves())
        else:
            move = search.find(position.seen_by(position.to_move), work, random).move
        position = position.play(move)
    assert position.outcome is not None
    shares = values_at_the_end(position.outcome, position.seats)
    return [EVALUATIONS[key].sample(each, shares) for each in positions]


def chances(weights: Weights, sample: Sample) -> Values:
    """Each seat's chance of winning."""
    values = [sum(map(mul, weights, features)) for features in sample.features]
    best = max(values)
    odds = [exp(max(-30.0, value - best)) for value in values]
    total = sum(odds)
    return tuple(each / total for each in odds)


def fit(samples: Sequence[Sample]) -> Weights:
    """Fit weights by penalised conditional logistic regression, with Newton's method."""
    count = len(samples[0].features[0])
    weights = (0.0,) * count
    for _ in range(STEPS):
        slope = [-CAUTION * weight for weight in weights]
        bend = [[CAUTION * (row == column) for column in range(count)] for row in range(count)]
        for sample in samples:
            expected = chances(weights, sample)
            means = [
                sum(map(mul, expected, values)) for values in zip(*sample.features, strict=True)
            ]
            for features, share, chance in zip(
                sample.features, sample.shares, expected, strict=True
            ):
                differences = [one - mean for one, mean in zip(features, means, strict=True)]
                for row, difference in enumerate(differences):
                    slope[row] += (share - chance) * features[row]
                    weighted = chance * difference
                    for column, other in enumerate(differences):
                        bend[row][column] += weighted * other
        change = solve(bend, slope)
        weights = tuple(weight + step for weight, step in zip(weights, change, strict=True))
    return weights


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations with a symmetric positive matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, row in enumerate(rows):
        for other in rows:
            if other is not row:
                factor = other[pivot] / row[pivot]
                other[:] = [one - factor * two for one, two in zip(other, row, strict=True)]
    return [row[-1] / row[number] for number, row in enumerate(rows)]


def loss(samples: Sequence[Sample], weights: Sequence[Weights]) -> float:
    """Return the mean log-loss of the weights."""
    total = 0.0
    for sample in samples:
        expected = chances(weights[sample.stage], sample)
        total -= sum(
            share * log(chance) for share, chance in zip(sample.shares, expected, strict=True)
        )
    return total / len(samples)


if __name__ == "__main__":
    main()
