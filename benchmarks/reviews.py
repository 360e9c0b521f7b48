"""Measure a review of a match, by the number of workers.

    python -m benchmarks.reviews [--workers 1 2] [--level 3]

A level plays a match of each game against itself. Worker processes then appraise all positions with
a review's work, once for each number of workers.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from random import Random
from time import perf_counter

from club.matches.reviews import share_of_each
from engine.opponent import choose
from engine.registry import ENGINES
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, Task
from rules.notation import read
from rules.registry import GAMES

MEMORY = 256 * 2**20
PATIENCE = 300.0


def positions(game: str, level: int) -> list[str]:
    """The encoded positions of a match that a level plays against itself."""
    rules = GAMES[game]
    random = Random(7)
    position = rules.start(rules.deal(rules.choose({}), random))
    encoded: list[str] = []
    while position.to_move is not None:
        encoded.append(position.encode())
        move = choose(game, encoded[-1], level, seed=7).move
        position = position.play(read(position, move))
    return encoded


async def seconds(game: str, encoded: Sequence[str], workers: int) -> float:
    """Time a review, including the start of the workers."""
    work = max(1, round(ENGINES[game].full_work * share_of_each(len(encoded))))
    pool = Pool(workers, LocalSearches(MEMORY, PATIENCE))
    await pool.start()
    began = perf_counter()
    tasks = [Task("appraise", game, each, work, 1) for each in encoded]
    await asyncio.gather(*(pool.ask(task, 1, can_wait=True).answer for task in tasks))
    duration = perf_counter() - began
    await pool.close()
    return duration


def main() -> None:
    """Measure with the arguments of the command line, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--level", type=int, default=3)
    chosen = parser.parse_args()
    numbers = "".join(f"{f'{number} at once, s':>16}" for number in chosen.workers)
    print(f"{'':<10}{'positions':>10}{numbers}")
    for game in ENGINES:
        encoded = positions(game, chosen.level)
        durations = [asyncio.run(seconds(game, encoded, number)) for number in chosen.workers]
        figures = "".join(f"{each:>16.1f}" for each in durations)
        print(f"{GAMES[game].name:<10}{len(encoded):>10}{figures}", flush=True)


if __name__ == "__main__":
    main()
