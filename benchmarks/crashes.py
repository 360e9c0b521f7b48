"""Check that nothing is lost if the process ends around any commit or request.

    python -m benchmarks.crashes [SCENARIO ...] [--pairs] [--every 1] [--first 1]

Plays each scenario of `tests/simulation` once for each of its points. The process ends there and
restarts on the same file, and the scenario's invariants are checked. With `--pairs` the second
process ends too, at each point that it passes, and the default is three scenarios, not all.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Iterator

from tests.simulation.runs import find_failure, passed_points
from tests.simulation.scenarios import SCENARIOS

IN_PAIRS = ("challenge", "moves", "rematch")


def ends_of(scenario: str, first: int, every: int, *, pairs: bool) -> Iterator[tuple[int, ...]]:
    """Yield the points at which the first process ends, or with `pairs` the first two."""
    for point in range(first, len(passed_points(scenario)) + 1, every):
        if pairs:
            seconds = len(passed_points(scenario, (point,)))
            yield from ((point, second) for second in range(1, seconds + 1, every))
        else:
            yield (point,)


def sweep(scenario: str, first: int, every: int, *, pairs: bool) -> int:
    """Try the points of a scenario, and print a row of the table.

    :returns: the number of failed runs.
    """
    began, runs, failed = time.perf_counter(), 0, 0
    for ends in ends_of(scenario, first, every, pairs=pairs):
        runs += 1
        failure = find_failure(scenario, ends=ends)
        if failure is not None:
            failed += 1
            print(f"  {failure}", flush=True)
    seconds = time.perf_counter() - began
    print(f"{scenario:24}{runs - failed:>7} of {runs:<7}{seconds:>7.0f} s", flush=True)
    return failed


def main() -> None:
    """Print a row for each scenario, and exit with 1 if a run failed."""
    parser = argparse.ArgumentParser(description=__doc__, usage="python -m benchmarks.crashes")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--pairs", action="store_true", help="end the second process too")
    parser.add_argument("--every", type=int, default=1, help="try every n-th point")
    parser.add_argument("--first", type=int, default=1, help="the first point")
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    scenarios = chosen.scenarios or (IN_PAIRS if chosen.pairs else SCENARIOS)
    print("scenario                  sound runs")
    failed = [
        sweep(scenario, chosen.first, chosen.every, pairs=chosen.pairs) for scenario in scenarios
    ]
    sys.exit(any(failed))


if __name__ == "__main__":
    main()
