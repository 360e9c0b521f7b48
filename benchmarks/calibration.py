"""How well the engine's winning chances agree with results.

    python -m benchmarks.calibration [GAME ...] [--matches 100] [--share 0.0625] [--processes 1]
        [--results FILE]

The engine plays itself with a share of its full work, from random openings and with a random move
now and then, because people make mistakes too. The chance that each search expects for seat 1 is
compared with the result, where a draw counts half. Proven values are left out.

A third of the matches is held out. The others fit one number, the confidence: the factor for
log-odds that predicts their results best. Below 1 the engine is overconfident. The table shows the
log-loss of the held-out matches with and without it, beside 0.693 for a chance of one half
everywhere, and how often seat 1 won by expected chance.

Results are appended to the file, and a further run goes on from there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from math import exp, log
from pathlib import Path
from random import Random

from engine.registry import ENGINES
from engine.search import values_at_the_end
from rules.registry import GAMES
from rules.replay import random_play

OPENING = 4
"""Random moves at the start of each match."""

MISTAKES = 0.1
"""The share of random moves later on."""

HELD_OUT = 3
"""One match in three."""

BINS = 5
"""Of the table, by expected chance."""

CERTAIN = 0.999
"""Chances are clipped to this, so that one surprise doesn't decide the log-loss."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match, the chances that seat 1 was expected to have, and its share of the win."""

    number: int
    chances: Sequence[float]
    share: float


@dataclass(frozen=True, slots=True)
class Sample:
    """An expected chance, and the share of the win."""

    chance: float
    share: float


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(ENGINES))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--share", type=float, default=1 / 16, help="of the full work")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("calibration.jsonl"))
    options = parser.parse_args()
    print(
        f"{'game':<10}{'matches':>8}{'chances':>8}{'log-loss':>9}{'confidence':>11}{'then':>7}  "
        "seat 1 won, by expected chance"
    )
    for game in options.games:
        stored = {each.number: each for each in read(options.results, game)}
        missing = [number for number in range(options.matches) if number not in stored]
        with ProcessPoolExecutor(options.processes) as pool, options.results.open("a") as file:
            count = len(missing)
            played = pool.map(play, [game] * count, missing, [options.share] * count)
            for each in played:
                stored[each.number] = each
                entry = {"game": game, "number": each.number, "share": each.share}
                print(json.dumps({**entry, "chances": each.chances}), file=file, flush=True)
        print(line(game, list(stored.values())), flush=True)


def read(path: Path, game: str) -> Iterator[Played]:
    """Yield the stored matches of a game."""
    for text in path.read_text().splitlines() if path.exists() else ():
        entry = json.loads(text)
        if entry["game"] == game:
            yield Played(entry["number"], entry["chances"], entry["share"])


def play(key: str, number: int, share: float) -> Played:
    """Play one match of the engine against itself."""
    random = Random(f"{key} {number}")
    game, engine = GAMES[key], ENGINES[key]
    position = game.start(game.deal(game.choose({}), random))
    for opening, _ in zip(random_play(position, random), range(OPENING), strict=False):
        position = opening.after
    work = max(1, round(engine.full_work * share))
    chances: list[float] = []
    while position.to_move is not None:
        result = engine.search.find(position, work, random)
        if not result.is_proven:
            chances.append(round(result.values[0], 4))
        by_mistake = random.random() < MISTAKES
        position = position.play(random.choice(position.moves()) if by_mistake else result.move)
    assert position.outcome is not None
    return Played(number, chances, values_at_the_end(position.outcome, 2)[0])


def line(game: str, matches: Sequence[Played]) -> str:
    """Return a game's line of the table."""
    fitted = list(samples(each for each in matches if each.number % HELD_OUT))
    held_out = list(samples(each for each in matches if not each.number % HELD_OUT))
    confidence = best_confidence(fitted)
    return (
        f"{game:<10}{len(matches):>8}{len(fitted) + len(held_out):>8}"
        f"{log_loss(held_out, 1):>9.3f}{confidence:>11.2f}{log_loss(held_out, confidence):>7.3f}  "
        + "  ".join(bins(fitted + held_out))
    )


def samples(matches: Iterable[Played]) -> Iterator[Sample]:
    """Yield the samples of some matches."""
    for match in matches:
        for chance in match.chances:
            yield Sample(min(CERTAIN, max(1 - CERTAIN, chance)), match.share)


def log_loss(samples: Sequence[Sample], confidence: float) -> float:
    """Return the mean log-loss with log-odds multiplied by the confidence."""
    total = 0.0
    for sample in samples:
        chance = 1 / (1 + exp(-confidence * log(sample.chance / (1 - sample.chance))))
        total -= sample.share * log(chance) + (1 - sample.share) * log(1 - chance)
    return total / len(samples)


def best_confidence(samples: Sequence[Sample]) -> float:
    """Return the confidence with the least log-loss, which is convex, by golden sections."""
    low, high, ratio = 0.02, 4.0, (5**0.5 - 1) / 2
    while high - low > 0.005:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if log_loss(samples, left) < log_loss(samples, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def bins(samples: Sequence[Sample]) -> Iterator[str]:
    """Yield the mean chance and the mean share of each bin: "10 → 18 %"."""

    def bin_of(sample: Sample) -> int:
        return min(BINS - 1, int(sample.chance * BINS))

    for _, members in groupby(sorted(samples, key=bin_of), bin_of):
        group = list(members)
        chance = sum(each.chance for each in group) / len(group)
        share = sum(each.share for each in group) / len(group)
        yield f"{100 * chance:.0f} → {100 * share:.0f} %"


if __name__ == "__main__":
    main()
