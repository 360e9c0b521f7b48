"""Measure how many turns a second the bot can take, and the cost of a turn.

    python -m benchmarks.load [--rates 5 10 15 20 25] [--seconds 60] [--against DIR]
        [--crowd 100] [--stored 100 100000]

`stairwell run` serves the loopback Discord of the tests from its own process: 200 matches of all
games, at random plies, each in its thread. Matches that end are replaced. Turns are typed with
`/move` at an even rate, however long the answers take. A turn is all of a player's moves until the
next player's. Milliseconds count from a turn's planned time until Discord has the answer or the
card. Processor time is the bot's alone, and depends less on other programs than the waits do.

Then `--crowd` people move within one second, each in a different match. Last, a small step is
repeated with `--stored` matches in the database.

`--against` names another checkout of the project, whose bot is measured in turn with this one's.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from benchmarks.load.checkouts import HERE, UnderLoad, under_load
from benchmarks.load.offering import Turn
from benchmarks.processes import computed, resident

HEADS = (
    ("", 18),
    ("offered/s", 11),
    ("done/s", 8),
    ("cpu ms", 8),
    ("answer p50", 12),
    ("p99", 7),
    ("max", 7),
    ("card p50", 10),
    ("p99", 7),
    ("max", 7),
    ("requests", 10),
    ("moves", 7),
    ("MiB", 7),
)


@dataclass(frozen=True, slots=True)
class Step:
    """The turns offered over some time, with their cost."""

    name: str
    rate: float
    seconds: float
    turns: Sequence[Turn]
    began: float
    processor: float
    """The bot's processor time, in milliseconds."""
    requests: int
    memory: float

    def line(self) -> str:
        """The step as a line of the table."""
        done = [turn for turn in self.turns if turn.done_at is not None]
        in_time = sum(
            turn.done_at - self.began <= self.seconds + 1 for turn in done if turn.done_at
        )
        answers = [1000 * each for turn in done for each in turn.answers]
        cards = [1000 * turn.card for turn in done if turn.card is not None]
        cells = [
            self.name,
            f"{self.rate:g}",
            f"{in_time / self.seconds:.1f}",
            _average(self.processor, done, 1),
            *_spread(answers),
            *_spread(cards),
            _average(self.requests, done, 2),
            _average(len(answers), done, 2),
            f"{self.memory:.0f}",
        ]
        return _row(cells)


def _spread(values: Sequence[float]) -> list[str]:
    """The median, the 99th percentile and the maximum."""
    if not values:
        return ["–"] * 3
    if len(values) == 1:
        return [f"{values[0]:.0f}"] * 3
    cuts = quantiles(values, n=100, method="inclusive")
    return [f"{each:.0f}" for each in (cuts[49], cuts[98], max(values))]


def _average(total: float, turns: Sequence[Turn], digits: int) -> str:
    return f"{total / len(turns):.{digits}f}" if turns else "–"


def _row(cells: Sequence[str]) -> str:
    return "".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, HEADS, strict=True))


async def step(subject: UnderLoad, rate: float, seconds: float) -> Step:
    """Offer turns to a bot for some seconds."""
    load, pid = subject.load, subject.bot.pid
    before, requests, began = computed(pid), load.requests, time.monotonic()
    turns = await load.offer(rate, seconds)
    return Step(
        subject.name,
        rate,
        seconds,
        turns,
        began,
        computed(pid) - before,
        load.requests - requests,
        resident(pid),
    )


async def measure_rates(arguments: argparse.Namespace, checkouts: dict[str, Path]) -> None:
    """Print the table of rates and the crowd."""
    turns = round(sum(arguments.rates) * arguments.seconds) + arguments.crowd
    async with AsyncExitStack() as stack:
        subjects = [
            await stack.enter_async_context(under_load(name, checkout, arguments.matches, turns))
            for name, checkout in checkouts.items()
        ]
        for rate in arguments.rates:
            for subject in subjects:
                print((await step(subject, rate, arguments.seconds)).line(), flush=True)
        for subject in subjects if arguments.crowd else ():
            print((await step(subject, arguments.crowd, 1.0)).line(), flush=True)


async def measure_stored(
    arguments: argparse.Namespace, checkouts: dict[str, Path], count: int
) -> None:
    """Print the lines of a small step with `count` matches stored."""
    rate, seconds = arguments.rates[0], arguments.seconds / 2
    for name, checkout in checkouts.items():
        turns = round(rate * seconds)
        async with under_load(name, checkout, arguments.matches, turns, count) as subject:
            print((await step(subject, rate, seconds)).line(), flush=True)


async def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(
        prog="python -m benchmarks.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    arguments.add_argument("--matches", type=int, default=200)
    arguments.add_argument("--rates", type=float, nargs="+", default=[5, 10, 15, 20, 25])
    arguments.add_argument("--seconds", type=float, default=60)
    arguments.add_argument("--crowd", type=int, default=100)
    arguments.add_argument("--stored", type=int, nargs="*", default=[])
    arguments.add_argument("--against", type=Path)
    chosen = arguments.parse_args()
    checkouts = {"this": HERE}
    if chosen.against is not None:
        checkouts = {chosen.against.name: chosen.against.resolve(), **checkouts}
    print(f"{chosen.matches} matches; milliseconds, each by turn")
    print(_row([name for name, _ in HEADS]))
    await measure_rates(chosen, checkouts)
    for count in chosen.stored:
        print(f"with {count:,} other matches stored")
        await measure_stored(chosen, checkouts, count)


if __name__ == "__main__":
    asyncio.run(main())
