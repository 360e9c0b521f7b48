"""Play whole events in a process that is killed around transactions."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from multiprocessing import Pool, cpu_count
from random import Random

import click

from extensions.events.club.formats.registry import FORMATS
from tests.extensions.events.simulation.judging import KINDS, Findings
from tests.extensions.events.simulation.world import World, mortal_store

EVENTS_AT_ONCE = 5
"""Simultaneous events in one world."""


BETWEEN_REPORTS = 10
"""In seconds."""


@click.command()
@click.option("--events", "count", default=200, show_default=True, help="Number of events.")
@click.option("--format", "format_", type=click.Choice(tuple(FORMATS)), help="Only one format.")
@click.option("--first", default=1, show_default=True, help="The number of the first event.")
@click.option("--processes", default=cpu_count(), show_default=True)
def events(count: int, format_: str | None, first: int, processes: int) -> None:
    """Play whole events in a process that is killed around transactions.

    Players quit, join late, block each other or never show up. Each event is checked when it ends.
    The services, schema and transactions are the bot's, on a temporary SQLite database. Matches end
    with a random result at a random time, and Swiss rounds are paired in this process.
    """
    logging.disable(logging.NOTSET)
    formats = tuple(FORMATS) if format_ is None else (format_,)
    whole, began = Findings(), time.perf_counter()
    reported = began
    firsts = range(first, first + count, EVENTS_AT_ONCE)
    with Pool(processes) as pool:
        for findings in pool.imap_unordered(
            partial(play_world, formats=formats, end=first + count), firsts
        ):
            whole.add(findings)
            for example in findings.examples:
                print(example, flush=True)
            if time.perf_counter() - reported > BETWEEN_REPORTS:
                reported = time.perf_counter()
                print(f"{summary(whole)}, {reported - began:.0f} s", flush=True)
    print(f"{summary(whole)}, {time.perf_counter() - began:.0f} s")
    for counts in (whole.events, whole.actions):
        print("  " + ", ".join(f"{kind} {times}" for kind, times in sorted(counts.items())))
    for kind in KINDS:
        print(f"{kind:28} {whole.wrong[kind]:6}")


def play_world(first: int, formats: tuple[str, ...], end: int) -> Findings:
    """Play the events of one world, which take turns in their formats.

    :param first: the number of the first event. `end` is after the last of all.
    """
    numbers = range(first, min(first + EVENTS_AT_ONCE, end))

    async def play() -> Findings:
        findings, chance = Findings(), Random(first)
        with mortal_store(chance) as store:
            world = World(store, chance, findings)
            await world.play(first, tuple(formats[each % len(formats)] for each in numbers))
        return findings

    return asyncio.run(play())


def summary(findings: Findings) -> str:
    """Return the main counts on one line."""
    return (
        f"{findings.events.total()} events, {findings.matches} matches, {findings.kills} kills, "
        f"{findings.wrong.total()} findings"
    )


if __name__ == "__main__":
    events(prog_name="python -m tests.extensions.events.simulation")
