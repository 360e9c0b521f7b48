"""Look for lost and doubled effects by simulation: `python -m tests.simulation COMMAND`."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

import click

from tests.simulation.chaos import chaos as run_chaos
from tests.simulation.runs import find_failure, passed_points
from tests.simulation.scenarios import SCENARIOS

IN_PAIRS = ("challenge", "moves", "rematch")
"""The default scenarios for two ends in a row."""


SCENARIO_ARGUMENT = click.argument(
    "scenarios", nargs=-1, type=click.Choice(tuple(SCENARIOS)), metavar="[SCENARIO]..."
)


@click.group(help=__doc__)
def main() -> None:
    logging.disable(logging.CRITICAL)


@main.command()
@SCENARIO_ARGUMENT
@click.option("--pairs", is_flag=True, help="End the second process too, by default in three.")
@click.option("--every", default=1, show_default=True, help="Try every n-th point.")
@click.option("--first", default=1, show_default=True, help="The first point.")
def crashes(scenarios: tuple[str, ...], every: int, first: int, *, pairs: bool) -> None:
    """End the process at each point of a SCENARIO (default: all), around commits and requests.

    It restarts on the same file, and the scenario's invariants are checked.
    """

    def ends_of(scenario: str) -> Iterator[Mapping[str, Any]]:
        for point in range(first, len(passed_points(scenario)) + 1, every):
            seconds = len(passed_points(scenario, (point,))) if pairs else 0
            for second in range(1, seconds + 1, every):
                yield {"ends": (point, second)}
            if not pairs:
                yield {"ends": (point,)}

    print("scenario                  sound runs")
    chosen = scenarios or (IN_PAIRS if pairs else tuple(SCENARIOS))
    sys.exit(sum(sweep(scenario, ends_of(scenario)) for scenario in chosen) > 0)


@main.command()
@SCENARIO_ARGUMENT
@click.option("--seeds", default=100, show_default=True, help="Number of seeds.")
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option("--stop", "stops", is_flag=True, help="Stop at the first failure.")
def schedules(scenarios: tuple[str, ...], seeds: int, first: int, *, stops: bool) -> None:
    """Play each SCENARIO (default: all) once for each seed.

    A seed decides the order of tasks and the time of each request, and repeats a run.
    """
    print("scenario                  sound runs")
    failed = 0
    for scenario in scenarios or SCENARIOS:
        chosen = range(first, first + seeds)
        failed += sweep(scenario, ({"seed": seed} for seed in chosen), stops=stops)
        if failed and stops:
            break
    sys.exit(failed > 0)


def sweep(scenario: str, runs: Iterable[Mapping[str, Any]], *, stops: bool = False) -> int:
    """Try runs of a scenario, print a row of the table, and return the number of failed runs.

    :param stops: whether to stop at the first failure.
    """
    began, count, failed = time.perf_counter(), 0, 0
    for run in runs:
        count += 1
        failure = find_failure(scenario, **run)
        if failure is not None:
            failed += 1
            print(f"  {failure}", flush=True)
            if stops:
                break
    seconds = time.perf_counter() - began
    print(f"{scenario:24}{count - failed:>7} of {count:<7}{seconds:>7.0f} s", flush=True)
    return failed


@main.command()
@click.option("--minutes", default=10.0, show_default=True)
@click.option("--tables", default=12, show_default=True, help="Pairs of people who play.")
@click.option("--seed", default=1, show_default=True)
def chaos(minutes: float, tables: int, seed: int) -> None:
    """Repeatedly kill three processes that share a PostgreSQL database, and count the losses.

    All counts but those of the first block should be 0.
    """
    logging.disable(logging.NOTSET)
    logging.basicConfig(level="ERROR")
    outcome = asyncio.run(run_chaos(60 * minutes, tables, seed))
    for each in fields(outcome):
        if each.name != "faults":
            print(f"{each.name.replace('_', ' '):<12}{getattr(outcome, each.name):>8,}")
    print(f"{'faults':<12}{len(outcome.faults):>8,}")
    for fault in outcome.faults[:3]:
        print(f"\n{fault}")
    sys.exit(0 if outcome.is_clean else 1)


if __name__ == "__main__":
    main(prog_name="python -m tests.simulation")
