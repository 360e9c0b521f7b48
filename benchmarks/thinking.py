"""Measure the delay of the event loop while worker processes search, and their cost.

    python -m benchmarks.thinking [--workers N] [--level 5] [--rounds 1]

Five simultaneous searches, one of each game and each from a different server, are requested
`--rounds` times. A tick every 10 milliseconds records its delay before the searches (idle), while
the workers start, and while they search. The bot's other work is delayed as much.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

from engine.registry import ENGINES
from engine.serving.local_searches import LocalSearches
from engine.serving.pool import Pool, Task
from rules.registry import GAMES
from rules.replay import random_play

TICK = 0.01
IDLE_SECONDS = 5.0
OPENING = 8
"""Random moves before the searched position."""

MEMORY = 256 * 2**20
PATIENCE = 300.0


def task(game: str, level: int, seed: int) -> Task:
    """A search for a move after a random opening."""
    random = Random(seed)
    rules = GAMES[game]
    position = rules.start(rules.deal(rules.choose({}), random))
    for played, _ in zip(random_play(position, random), range(OPENING), strict=False):
        position = played.before
    return Task("choose", game, position.encode(), level, seed)


@asynccontextmanager
async def ticking(name: str) -> AsyncIterator[None]:
    """Print the delays of ticks in this context."""
    late: list[float] = []

    async def tick() -> None:
        while True:
            due = perf_counter() + TICK
            await asyncio.sleep(TICK)
            late.append(1000 * (perf_counter() - due))

    running = asyncio.create_task(tick())
    yield
    running.cancel()
    percent = quantiles(late, n=100)
    figures = f"{percent[49]:>9.2f}{percent[98]:>9.2f}{max(late):>9.2f}"
    print(f"{name:<24}{len(late):>7}{figures}", flush=True)


async def measure(workers: int, level: int, rounds: int) -> None:
    """Print the table."""
    print(f"{os.cpu_count()} cores, {workers} workers, level {level}")
    print(f"{'delay in ms':<24}{'ticks':>7}{'p50':>9}{'p99':>9}{'max':>9}")
    pool = Pool(workers, LocalSearches(MEMORY, PATIENCE))
    await pool.start()
    async with ticking("idle"):
        await asyncio.sleep(IDLE_SECONDS)
    async with ticking("starting the workers"):
        quick = task("scalas", 1, 1)
        await asyncio.gather(*(pool.ask(quick, queue) for queue in range(workers)))
        # Collects enough ticks for a percentile.
        await asyncio.sleep(1.0)
    began = perf_counter()
    async with ticking("five searches at once"):
        for seed in range(rounds):
            tasks = [task(game, level, seed) for game in ENGINES]
            await asyncio.gather(*(pool.ask(each, queue) for queue, each in enumerate(tasks)))
    seconds = perf_counter() - began
    count = rounds * len(ENGINES)
    print(f"{count} searches in {seconds:.1f} s: {count / seconds:.2f} a second")
    for pid in pool.workers:
        print(f"peak memory of a worker: {peak_memory(pid)}")
    await pool.close()


def peak_memory(pid: int) -> str:
    """The peak memory of a process, from Linux."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return "unknown on this system"
    return f"{int(status.read_text().partition('VmHWM:')[2].split()[0]) / 1024:.0f} MiB"


def main() -> None:
    """Measure with the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) - 1))
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=1)
    chosen = parser.parse_args()
    asyncio.run(measure(chosen.workers, chosen.level, chosen.rounds))


if __name__ == "__main__":
    main()
