"""Measure how well the engine's winning chances agree with results.

    python -m benchmarks.calibration [GAME ...] [--matches 100] [--share 0.0625] [--size N]
        [--processes 1] [--results FILE]

The engine plays itself with a share of its full work, from random openings and with occasional
random moves, because people make mistakes too. The chances that each search expects are compared
with the result, where a draw counts half. Proven values are left out.

A third of the matches are held out. The confidence (see `Engine.confidence`) is fitted to the
others. The table shows the log-loss of the held-out matches without and with it (0.693 is a coin
toss), and how often seat 1 won by expected chance.

Results are appended to the file, and another run continues from there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from math import log
from pathlib import Path
from random import Random

from engine.registry import ENGINES
from engine.search import Values, calibrated, values_at_the_end
from rules.registry import GAMES
from rules.replay import random_play

OPENING = 4
"""Random moves at the start of each match."""

MISTAKES = 0.1
"""The share of random moves after the opening."""

HELD_OUT = 3
"""Every n-th match is held out."""

BINS = 5
"""Bins of expected chance in the table."""

CERTAIN = 0.999
"""Chances are clipped to this, so that one surprise doesn't decide the log-loss."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match, the chances that each search expected, and the result."""

    number: int
    chances: Sequence[Values]
    shares: Values


@dataclass(frozen=True, slots=True)
class Sample:
    """The expected chances of a position, and the result of its match."""

    chances: Values
    shares: Values


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(ENGINES))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--share", type=float, default=1 / 16, help="of the full work")
    parser.add_argument("--size", type=int, help="the game's option")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path("calibration.jsonl"))
    options = parser.parse_args()
    print(
        f"{'game':<10}{'matches':>8}{'chances':>8}{'log-loss':>9}{'confidence':>11}{'then':>7}"
        "  seat 1 won, by expected chance"
    )
    for game in options.games:
        stored = {each.number: each for each in read(options.results, game, options.size)}
        missing = [number for number in range(options.matches) if number not in stored]
        task = partial(play, game, options.size, options.share)
        with ProcessPoolExecutor(options.processes) as pool, options.results.open("a") as file:
            for each in pool.map(task, missing):
                stored[each.number] = each
                entry = {"game": game, "size": options.size, "number": each.number}
                line = {**entry, "shares": each.shares, "chances": each.chances}
                print(json.dumps(line), file=file, flush=True)
        print(row(game, list(stored.values())), flush=True)


def read(path: Path, game: str, size: int | None) -> Iterator[Played]:
    """Yield the stored matches of a game of this size."""
    for text in path.read_text().splitlines() if path.exists() else ():
        entry = json.loads(text)
        if (entry["game"], entry["size"]) == (game, size):
            chances = [tuple(each) for each in entry["chances"]]
            yield Played(entry["number"], chances, tuple(entry["shares"]))


def play(key: str, size: int | None, share: float, number: int) -> Played:
    """Play one match of the engine against itself."""
    random = Random(f"{key} {number}")
    game, engine = GAMES[key], ENGINES[key]
    options = {} if size is None else {game.options[0].key: size}
    position = game.start(game.deal(game.choose(options), random))
    for opening, _ in zip(random_play(position, random), range(OPENING), strict=False):
        position = opening.after
    work = max(1, round(engine.full_work * share))
    chances: list[Values] = []
    while position.to_move is not None:
        result = engine.search.find(position, work, random)
        if not result.is_proven:
            chances.append(tuple(round(each, 4) for each in result.values))
        by_mistake = random.random() < MISTAKES
        position = position.play(random.choice(position.moves()) if by_mistake else result.move)
    assert position.outcome is not None
    return Played(number, chances, values_at_the_end(position.outcome, position.seats))


def row(game: str, matches: Sequence[Played]) -> str:
    """Return a game's row of the table."""
    fitted = list(samples(each for each in matches if each.number % HELD_OUT))
    held_out = list(samples(each for each in matches if not each.number % HELD_OUT))
    confidence = best_confidence(fitted)
    return (
        f"{game:<10}{len(matches):>8}{len(fitted) + len(held_out):>8}"
        f"{log_loss(held_out, 1.0):>9.3f}"
        f"{confidence:>11.2f}{log_loss(held_out, confidence):>7.3f}  "
        + "  ".join(bins(fitted + held_out))
    )


def samples(matches: Iterable[Played]) -> Iterator[Sample]:
    """Yield the samples of some matches."""
    for match in matches:
        for chances in match.chances:
            clipped = tuple(min(CERTAIN, max(1 - CERTAIN, each)) for each in chances)
            yield Sample(clipped, match.shares)


def log_loss(samples: Sequence[Sample], confidence: float) -> float:
    """Return the mean log-loss of the chances with this confidence."""
    total = 0.0
    for sample in samples:
        chances = calibrated(sample.chances, confidence)
        for share, chance in zip(sample.shares, chances, strict=True):
            total -= share * log(chance)
    return total / len(samples)


def best_confidence(samples: Sequence[Sample]) -> float:
    """Return the confidence with the least log-loss, which is convex, by golden-section search."""
    ratio = (5**0.5 - 1) / 2
    low, high = 0.02, 4.0
    while high - low > 0.005:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if log_loss(samples, left) < log_loss(samples, right):
            high = right
        else:
            low = left
    return (low + high) / 2


def bins(samples: Sequence[Sample]) -> Iterator[str]:
    """Yield the mean chance and the mean share of each bin, such as "10 → 18 %"."""

    def bin_of(sample: Sample) -> int:
        return min(BINS - 1, int(sample.chances[0] * BINS))

    for _, members in groupby(sorted(samples, key=bin_of), bin_of):
        group = list(members)
        chance = sum(each.chances[0] for each in group) / len(group)
        share = sum(each.shares[0] for each in group) / len(group)
        yield f"{100 * chance:.0f} → {100 * share:.0f} %"


if __name__ == "__main__":
    main()
