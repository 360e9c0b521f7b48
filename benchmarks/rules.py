"""Compare the speed of the rules with that of python-chess, in random play and perft.

    python -m benchmarks.rules [--seconds 5] [--warm-up 8]

All rates are per second of processor time. The games fill tables while they are played, so before
random play is measured each game is played for the seconds of `--warm-up`, which don't count.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random

import chess

from rules.position import Game, Options
from rules.registry import GAMES
from rules.replay import perft

DEPTH = 2
"""Perft depth."""


def main() -> None:
    """Measure alternately, so that slow moments affect all alike, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="for each figure")
    parser.add_argument("--warm-up", type=float, default=8.0, help="seconds of each before that")
    chosen = parser.parse_args()
    played = {each.name: (each, each.choose({})) for each in GAMES.values()}
    played["Scalus, all patterns"] = GAMES["scalus"], {"patterns": 1}
    walks = {"python-chess": chess_plies()} | {name: plies(*each) for name, each in played.items()}
    counts: dict[str, Callable[[], int]] = {"python-chess": lambda: chess_perft(chess.Board(), 3)}
    for name, (game, options) in played.items():
        position = game.start(game.deal(options, Random(0)))
        counts[name] = lambda position=position: perft(position, DEPTH)
    rates(walks, chosen.warm_up)
    print_rates("random play, plies/s", rates(walks, chosen.seconds))
    counting = {name: counted(count) for name, count in counts.items()}
    print_rates("perft, sequences/s", rates(counting, chosen.seconds))


def rates(walks: dict[str, Iterator[int]], seconds: float) -> dict[str, float]:
    """Each walk's events a second. A walk yields the number of its latest events."""
    counts = dict.fromkeys(walks, 0)
    spent = dict.fromkeys(walks, 0.0)
    for name in cycle(walks):
        if all(each >= seconds for each in spent.values()):
            break
        began = time.process_time()
        until = began + 0.2
        while (now := time.process_time()) < until:
            counts[name] += next(walks[name])
        spent[name] += now - began
    return {name: counts[name] / spent[name] for name in walks}


def print_rates(title: str, rates: dict[str, float]) -> None:
    """Print a table of the rates and their ratios to the first."""
    print(f"\n{title:<24}{'':>12}{'ratio':>8}")
    baseline = next(iter(rates.values()))
    for name, rate in rates.items():
        print(f"{name:<24}{rate:>12,.0f}{rate / baseline:>8.2f}")


def plies(game: Game, options: Options) -> Iterator[int]:
    """Play random matches endlessly, a ply at a time, as `chess_plies` does.

    `random_play` would also make a record of each ply.
    """
    random = Random(1)
    while True:
        position = game.start(game.deal(options, random))
        while moves := position.moves():
            position = position.play(random.choice(moves))
            yield 1


def chess_plies() -> Iterator[int]:
    """Play random chess games endlessly, a ply at a time."""
    random = Random(1)
    while True:
        board = chess.Board()
        while board.halfmove_clock < 100 and (moves := list(board.legal_moves)):
            board.push(random.choice(moves))
            yield 1


def counted(count: Callable[[], int]) -> Iterator[int]:
    """Repeat a count endlessly, yielding its result."""
    while True:
        yield count()


def chess_perft(board: chess.Board, depth: int) -> int:
    """Count legal move sequences in chess."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


if __name__ == "__main__":
    main()
