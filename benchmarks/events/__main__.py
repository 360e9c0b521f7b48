"""Play events, or measure the cost of pairing and standings."""

from __future__ import annotations

import argparse
import asyncio
import time
from multiprocessing import Pool, cpu_count
from random import Random

import benchmarks.events
from benchmarks.events.costs import costs
from benchmarks.events.findings import KINDS, Findings
from benchmarks.events.mortal_store import mortal_store
from benchmarks.events.world import World
from club.events.formats.registry import FORMATS

AT_ONCE = 5
"""Simultaneous events in one world."""
BETWEEN_REPORTS = 10
"""In seconds."""

Task = tuple[int, tuple[str, ...]]
"""A world's first event number, and the formats of all its events."""


def simulate(task: Task) -> Findings:
    """Play one world."""
    first, formats = task

    async def run() -> Findings:
        findings, chance = Findings(), Random(first)
        with mortal_store(chance) as store:
            await World(store, chance, findings).play(first, formats)
        return findings

    return asyncio.run(run())


def _tasks(first: int, count: int, formats: tuple[str, ...]) -> list[Task]:
    numbers = range(first, first + count)
    of_events: list[str] = [formats[number % len(formats)] for number in numbers]
    return [(first + at, tuple(of_events[at : at + AT_ONCE])) for at in range(0, count, AT_ONCE)]


def _play(tasks: list[Task], processes: int) -> None:
    whole, began = Findings(), time.perf_counter()
    reported = began
    with Pool(processes) as pool:
        for findings in pool.imap_unordered(simulate, tasks):
            whole.add(findings)
            for example in findings.examples:
                print(example, flush=True)
            if time.perf_counter() - reported > BETWEEN_REPORTS:
                reported = time.perf_counter()
                print(f"{_summary(whole)}, {reported - began:.0f} s", flush=True)
    print(f"{_summary(whole)}, {time.perf_counter() - began:.0f} s")
    for counts in (whole.events, whole.actions):
        print("  " + ", ".join(f"{kind} {times}" for kind, times in sorted(counts.items())))
    for kind in KINDS:
        print(f"{kind:28} {whole.wrong[kind]:6}")


def _summary(findings: Findings) -> str:
    return (
        f"{findings.events.total()} events, {findings.matches} matches, {findings.kills} kills, "
        f"{findings.wrong.total()} findings"
    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=benchmarks.events.__doc__)
    parser.add_argument("--events", type=int, default=200)
    parser.add_argument("--format", choices=FORMATS)
    parser.add_argument("--first", type=int, default=1, help="the number of the first event")
    parser.add_argument("--processes", type=int, default=cpu_count())
    parser.add_argument("--costs", action="store_true", help="measure costs, play nothing")
    chosen = parser.parse_args()
    if chosen.costs:
        costs()
        return
    formats = tuple(FORMATS) if chosen.format is None else (chosen.format,)
    _play(_tasks(chosen.first, chosen.events, formats), chosen.processes)


if __name__ == "__main__":
    main()
